import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SourceText } from './source-text.ts'

/** The contract as the checks see it: every file that is part of it, read once. */
export type Specs = {
  folder: string
  /** YAML and JSON files by path; examples in `unparseable` are in `bytes` only. */
  files: ReadonlyMap<string, SourceText>
  /** The front matter of the Markdown files below `decisions`, by path. */
  records: ReadonlyMap<string, SourceText>
  /** All files by path, as bytes. */
  bytes: ReadonlyMap<string, Uint8Array>
}

const notContract = new Set(['node_modules', 'test', 'reports', 'dist'])
const settings = new Set(['package.json', 'tsconfig.json', 'turbo.json'])

/** Reads a folder of specs; it does not judge. */
export function readSpecs(folder: string): Specs {
  const paths = listFiles(folder, '')
  return toSpecs(folder, new Map(paths.map((path) => [path, readFileSync(join(folder, path))])))
}

/** The specs that these files are; what `known` has parsed of the same files is not parsed again. */
export function toSpecs(
  folder: string,
  bytes: ReadonlyMap<string, Uint8Array>,
  known?: Specs,
): Specs {
  const files = new Map<string, SourceText>()
  const records = new Map<string, SourceText>()
  for (const [file, content] of bytes) {
    const isRecord = /^decisions\/.*\.md$/.test(file)
    if (!isRecord && (!/\.(ya?ml|json)$/.test(file) || /\/unparseable\//.test(file))) continue
    const isSame = known?.bytes.get(file) === content
    const kept = isSame ? (known.files.get(file) ?? known.records.get(file)) : undefined
    const text = new TextDecoder().decode(content)
    const source = kept ?? new SourceText(file, isRecord ? frontMatter(text) : text)
    ;(isRecord ? records : files).set(file, source)
  }
  return { folder, files, records, bytes }
}

function listFiles(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below ? `${below}/${entry.name}` : entry.name
      if (entry.isDirectory())
        return !below && notContract.has(entry.name) ? [] : listFiles(folder, path)
      return !below && settings.has(entry.name) ? [] : [path]
    })
}

/** The YAML between the `---` lines, on the lines where it stands in the file. */
function frontMatter(markdown: string): string {
  const [, yaml] = /^---\r?\n(.*?)\r?\n---\r?$/ms.exec(markdown) ?? []
  return markdown.startsWith('---') && yaml !== undefined ? `\n${yaml}\n` : ''
}
