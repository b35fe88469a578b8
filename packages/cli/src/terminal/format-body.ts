import { toPlainJson, toPlainLines } from './to-plain-text.ts'

/** A body for people: JSON indented, anything else as the text that it is, nothing a terminal obeys. */
export function formatBody(body: Uint8Array): string {
  const text = new TextDecoder().decode(body)
  try {
    return toPlainJson(JSON.parse(text), 2)
  } catch {
    return toPlainLines(text)
  }
}
