import { isUtf8 } from 'node:buffer'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Found, Problem } from './problem.ts'
import { SourceText } from './source-text.ts'

/** The contract as the checks see it: every file that is part of it, read once. */
export type Specs = {
  folder: string
  /**
   * YAML and JSON files by path, and the front matter of the Markdown files below `decisions`; examples in
   * `unparseable` are in `bytes` only.
   */
  files: ReadonlyMap<string, SourceText>
  /** All files by path, as bytes. */
  bytes: ReadonlyMap<string, Uint8Array>
  /** What could not be read, or not as text. */
  unread: readonly Problem[]
}

const notContract = new Set(['dist', 'node_modules', 'overlays', 'reports', 'test'])
const settings = new Set(['package.json', 'tsconfig.json', 'turbo.json'])

/** Reads a folder of specs; it does not judge, and does not throw. `known` is it as read before. */
export function readSpecs(folder: string, known?: Specs): Specs {
  const bytes = new Map<string, Uint8Array>()
  const unread: Problem[] = []
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
        } else unread.push(unreadable(path, 'it is not a file'))
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
  ENOENT: 'it is a broken link',
  ELOOP: 'it is a link to itself',
  EACCES: 'its permissions forbid it',
}

const rule = 'documents/unreadable'

const unreadable = (file: string, reason: string): Problem => ({
  file,
  line: 1,
  column: 1,
  pointer: '#',
  rule,
  message: `This file cannot be read: ${reasons[reason] ?? reason}.`,
  fix: 'Replace it with a readable regular file, or delete it.',
})

export const isDecision = (file: string) => /^decisions\/.*\.md$/.test(file)

/** The specs that these files are; what `known` has parsed of the same files is not parsed again. */
export function toSpecs(
  folder: string,
  bytes: ReadonlyMap<string, Uint8Array>,
  known?: Specs,
): Specs {
  const files = new Map<string, SourceText>()
  const unread: Problem[] = []
  for (const [file, content] of bytes) {
    const isData = /\.(ya?ml|json)$/.test(file) && !/\/unparseable\//.test(file)
    if (!isData && !isDecision(file)) continue
    unread.push(...findNotUtf8(file, content))
    const kept = known?.bytes.get(file) === content ? known.files.get(file) : undefined
    const text = kept ? '' : new TextDecoder().decode(content)
    files.set(file, kept ?? new SourceText(file, isDecision(file) ? frontMatter(text) : text))
  }
  return { folder, files, bytes, unread }
}

/** The problem that a check found, at its line. */
export function toProblem({ files }: Specs, found: Found | Problem): Problem {
  if ('line' in found) return found
  const { file, path, onKey, ...finding } = found
  const source = files.get(file)
  if (source && path !== undefined) return source.problem(path, finding, onKey)
  return { file, line: 1, column: 1, pointer: '#', ...finding }
}

/** The first line that is not UTF-8. A line feed is never part of a longer character. */
function findNotUtf8(file: string, content: Uint8Array): Problem[] {
  if (isUtf8(content)) return []
  let line = 1
  for (let start = 0; start <= content.length; line++) {
    const end = content.indexOf(0x0a, start)
    const bytes = content.subarray(start, end < 0 ? content.length : end)
    if (!isUtf8(bytes)) {
      const column = new TextDecoder().decode(bytes).indexOf('\uFFFD') + 1
      const finding = { rule, message: 'This line is not UTF-8.', fix: 'Save the file as UTF-8.' }
      return [{ file, line, column, pointer: '#', ...finding }]
    }
    start += bytes.length + 1
  }
  return []
}

/** The YAML between the `---` lines, on the same lines as in the file. */
function frontMatter(markdown: string): string {
  const [, yaml] = /^---\r?\n(.*?)\r?\n---\r?$/ms.exec(markdown) ?? []
  return markdown.startsWith('---') && yaml !== undefined ? `\n${yaml}\n` : ''
}
