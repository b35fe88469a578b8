import { parse } from 'yaml'
import { DocsError } from '../errors.ts'

/**
 * The fields in YAML above a Markdown text, and the text.
 *
 * @throws {DocsError} when there are none, or one of `needed` is not a text.
 */
export function readFrontMatter<Name extends string>(
  source: string,
  { file, needed }: { file: string; needed: readonly Name[] },
): { fields: Record<Name, string> & Record<string, unknown>; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const fields = head === undefined ? undefined : parse(head)
  const missing = needed.find((name) => typeof fields?.[name] !== 'string')
  if (missing !== undefined) {
    throw new DocsError(`${file} lacks ${missing}: expected it in the YAML at its head.`)
  }
  return { fields, body: (body ?? '').trim() }
}
