import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'

/** The paragraph of a record that says how to change the decision, as Markdown; empty if there is none. */
export function readHowToChange({ bytes }: Specs, file: string): string {
  const text = new TextDecoder().decode(bytes.get(file))
  const [, paragraph = ''] = /^\*\*How to change it\.\*\* ([\s\S]*)$/m.exec(text) ?? []
  return paragraph.trim()
}
