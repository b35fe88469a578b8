import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SourceText } from './source-text.ts'

/** A file that is not as it must be to be read at all. */
export type Unread = { file: string; line: number; column: number; message: string; fix: string }

/** The contract as the checks see it: every file that is part of it, read once. */
export type Specs = {
  folder: string
  /** YAML and JSON files by path; examples in `unparseable` are in `bytes` only. */
  files: ReadonlyMap<string, SourceText>
  /** The front matter of the Markdown files below `decisions`, by path. */
  records: ReadonlyMap<string, SourceText>
  /** All files by path, as bytes. */
  bytes: ReadonlyMap<string, Uint8Array>
  /** What could not be read, or not as text. */
  unread: readonly Unread[]
}

const notContract = new Set(['dist', 'node_modules', 'overlays', 'reports', 'test'])
const settings = new Set(['package.json', 'tsconfig.json', 'turbo.json'])

/** Reads a folder of specs; it does not judge, and does not throw. `known` is it as read before. */
export function readSpecs(folder: string, known?: Specs): Specs {
  const bytes = new Map<string, Uint8Array>()
  const unread: Unread[] = []
  const read = (below: string) => {
    const entries = readdirSync(join(folder, below), { withFileTypes: true })
    const names = entries.filter(({ name }) => !name.startsWith('.'))
    for (const entry of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below ? `${below}/${entry.name}` : entry.name
      const skipped = entry.isDirectory() ? notContract : settings
      if (!below && skipped.has(entry.name)) continue
      try {
        if (entry.isDirectory()) read(path)
        else if (statSync(join(folder, path)).isFile()) {
          const [content, before] = [readFileSync(join(folder, path)), known?.bytes.get(path)]
          bytes.set(path, before && content.equals(before) ? before : content)
        } else unread.push(unreadable(path, 'it is no file'))
      } catch (error) {
        unread.push(unreadable(path, String((error as NodeJS.ErrnoException).code)))
      }
    }
  }
  read('')
  const specs = toSpecs(folder, bytes, known)
  return { ...specs, unread: [...unread, ...specs.unread] }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is a link to what is not there',
  ELOOP: 'it is a link to itself',
  EACCES: 'its permissions forbid it',
}

const unreadable = (file: string, reason: string): Unread => ({
  ...{ file, line: 1, column: 1 },
  message: `This file cannot be read: ${reasons[reason] ?? reason}.`,
  fix: 'Put a plain file that may be read in its place, or delete it.',
})

/** The specs that these files are; what `known` has parsed of the same files is not parsed again. */
export function toSpecs(
  folder: string,
  bytes: ReadonlyMap<string, Uint8Array>,
  known?: Specs,
): Specs {
  const files = new Map<string, SourceText>()
  const records = new Map<string, SourceText>()
  const unread: Unread[] = []
  for (const [file, content] of bytes) {
    const isRecord = /^decisions\/.*\.md$/.test(file)
    if (!isRecord && (!/\.(ya?ml|json)$/.test(file) || /\/unparseable\//.test(file))) continue
    const isSame = known?.bytes.get(file) === content
    const kept = isSame ? (known.files.get(file) ?? known.records.get(file)) : undefined
    if (!kept) unread.push(...findNotUtf8(file, content))
    const text = kept ? '' : new TextDecoder().decode(content)
    const source = kept ?? new SourceText(file, isRecord ? frontMatter(text) : text)
    ;(isRecord ? records : files).set(file, source)
  }
  return { folder, files, records, bytes, unread }
}

/** The first line that is no UTF-8; a line feed is never part of a longer character. */
function findNotUtf8(file: string, content: Uint8Array): Unread[] {
  if (isUtf8(content)) return []
  let line = 1
  for (let start = 0; start <= content.length; line++) {
    const end = content.indexOf(0x0a, start)
    const bytes = content.subarray(start, end < 0 ? content.length : end)
    if (!isUtf8(bytes)) {
      const column = new TextDecoder().decode(bytes).indexOf('\uFFFD') + 1
      const message = 'This line has bytes that are no UTF-8.'
      return [{ file, line, column, message, fix: 'Save the file as UTF-8.' }]
    }
    start += bytes.length + 1
  }
  return []
}

/** The YAML between the `---` lines, on the lines where it stands in the file. */
function frontMatter(markdown: string): string {
  const [, yaml] = /^---\r?\n(.*?)\r?\n---\r?$/ms.exec(markdown) ?? []
  return markdown.startsWith('---') && yaml !== undefined ? `\n${yaml}\n` : ''
}
