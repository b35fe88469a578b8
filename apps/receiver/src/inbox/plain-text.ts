/** The text as every Postgres can hold it: NUL and half surrogate pairs become U+FFFD. */
export const toPlainText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Whether the bytes are text as they are, and such as every Postgres can hold. */
export function isPlainText(body: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body)
    return !body.includes(0)
  } catch {
    return false
  }
}
