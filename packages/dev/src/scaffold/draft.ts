import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files to write, kept in memory until complete. Paths are relative to the root. */
export type Draft = {
  /** The file as it will be written. */
  read(file: string): string
  /** Throws a `ScaffoldError` if the file exists. */
  add(file: string, text: string): void
  change(file: string, edit: (text: string) => string): void
  /** The files so far, sorted by path. */
  list(): { file: string; isNew: boolean }[]
  /** Writes them all. */
  write(): void
}

export function createDraft(root: string): Draft {
  const texts = new Map<string, string>()
  const read = (file: string) => texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  const list = () =>
    [...texts.keys()].sort().map((file) => ({ file, isNew: !existsSync(join(root, file)) }))
  return {
    read,
    list,
    add(file, text) {
      if (texts.has(file) || existsSync(join(root, file)))
        throw new ScaffoldError('clash', `${file} already exists. Choose another name.`)
      texts.set(file, text)
    },
    change: (file, edit) => void texts.set(file, edit(read(file))),
    write() {
      for (const [file, text] of texts) {
        mkdirSync(dirname(join(root, file)), { recursive: true })
        writeFileSync(join(root, file), text)
      }
    },
  }
}

/** Why nothing was written. `usage`: the command line is wrong; `clash`: the name is taken. */
export class ScaffoldError extends Error {
  override name = 'ScaffoldError'
  readonly code: 'usage' | 'clash'

  constructor(code: 'usage' | 'clash', message: string) {
    super(message)
    this.code = code
  }
}
