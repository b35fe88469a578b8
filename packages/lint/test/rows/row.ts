import type { Edit } from '../broken-copy.ts'

/**
 * A way to break the contract, and the first problem that follows: text on its line, pointer, rule, message and
 * fix. … stands for any text of a line.
 */
type Row = [
  name: string,
  edits: Edit[],
  expected: string,
  /** The file of the problem, unless it is the first edited file. Whether more problems follow. */
  more: { file?: string; follows: boolean },
]

/** A second message with one header, whose schema the first message also uses. */
export const secondMessage = (header: string): Edit => {
  const from = 'components:\n  messages:\n'
  const to = `${from}    other:\n      x-source: '6.3'\n      headers:\n        x-source: '6.3'\n        properties:\n          ${header}:\n            $ref: ./schemas/platform-signature.yaml\n`
  return { file: 'asyncapi.yaml', from, to }
}

/** Edits that several rows make, by their first word; each takes the rest of the line. */
const named: Readonly<Record<string, (text: string) => Edit>> = {
  /** A new decision with this line in its front matter. */
  quiet: (line) => ({
    file: 'decisions/D-099-quiet-hours.md',
    to: `---\nid: D-099\ntitle: Quiet hours\nstatus: accepted\n${line}\n---\n\n**How to change it.** Freely.\n`,
  }),
  /** Schemas that are nested too deeply. */
  deep: () => ({
    file: 'schemas/visa.yaml',
    from: 'type: object',
    to: `not: ${'{not: '.repeat(3000)}{}${'}'.repeat(3000)}`,
  }),
  message: secondMessage,
  table: (rows) => ({
    file: 'vectors/origins.json',
    to: `{ "title": "Origins", "fixtures": {}, "rows": [\n${rows}\n] }`,
  }),
}

/**
 * Reads rows from blocks of text:
 *
 *     the name of the row
 *       <file>: <from> => <to>    or => nothing; or <file> := <text> to write it anew, or <file> is deleted
 *       finds <expected>          or finds first, if more follow; then in <file>, if not in the edited one;
 *                                 no such line if the check accepts it
 */
export function readRows(text: string): Row[] {
  const unescaped = text.replaceAll('\\t', '\t').replaceAll('\\`', '`')
  return unescaped.split(/\n(?=\S)/).flatMap((block): Row[] => {
    const [name = '', ...lines] = block.trim().split(/\n {2}/)
    const [last = '', first, file, expected = ''] =
      /^finds( first)?(?: in (\S+\.\w+):)? (.*)/.exec(lines.at(-1) ?? '') ?? []
    const edits = lines.filter((line) => line !== last).map(readEdit)
    const more = { ...(file && { file }), follows: first !== undefined }
    return name === '' ? [] : [[name, edits, expected, more]]
  })
}

/** Rows by check: the rows of each check follow a line `= <check>`. */
export const readSections = (text: string): Record<string, Row[]> =>
  Object.fromEntries(
    text
      .split(/^= /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), readRows(part.replace(/.*/, ''))]),
  )

function readEdit(line: string): Edit {
  const [, head = '', sign, rest = ''] = /^(\S+?)(:| :=| is deleted)(?: (.*))?$/.exec(line) ?? []
  const text = rest.replaceAll('\\n', '\n')
  const write = sign === ':' ? named[head] : undefined
  if (write) return write(text)
  if (sign === ' is deleted') return { file: head }
  if (sign === ' :=') return { file: head, to: text }
  const [from = '', to = ''] = text.split(' => ')
  return { file: head, from, to: to === 'nothing' ? '' : to }
}
