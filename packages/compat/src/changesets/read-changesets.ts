import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { CompatError } from '../errors.ts'
import { type Level, levels } from '../finding.ts'

/** A pending changeset. */
export interface Changeset {
  /** Name within its folder. */
  file: string
  /** The level that it declares, by full name of the package. */
  levels: ReadonlyMap<string, Level>
}

/** The pending changesets of a folder, by file name. */
export function readChangesets(folder: string): Changeset[] {
  return list(folder).map((file) => {
    const head = Object.entries(readHead(readText(folder, file), file))
    for (const [, level] of head) {
      if (!(levels as readonly unknown[]).includes(level)) {
        throw unreadable(
          `The changeset ${file} has the unknown level ${String(level)}. Use ${levels.join(', ')}.`,
        )
      }
    }
    return { file, levels: new Map(head as [string, Level][]) }
  })
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((one) => !one.isDirectory() && one.name.endsWith('.md') && one.name !== 'README.md')
      .map(({ name }) => name)
      .sort()
  } catch (error) {
    const message = `${folder} cannot be read as a folder of changesets: ${(error as NodeJS.ErrnoException).code}. Name a different folder with --changeset.`
    throw unreadable(message, error)
  }
}

function readText(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch (error) {
    const message = `The changeset ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}. Check its permissions.`
    throw unreadable(message, error)
  }
}

function readHead(text: string, file: string): Record<string, unknown> {
  const [, head] = /^---\r?\n([\s\S]*?)\r?\n?---/.exec(text) ?? []
  if (head === undefined)
    throw unreadable(
      `The changeset ${file} has no front matter. Begin it with front matter between two lines of ---.`,
    )
  try {
    return (parse(head) ?? {}) as Record<string, unknown>
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    throw unreadable(
      `The front matter of the changeset ${file} is not valid YAML: ${line}. Correct it.`,
    )
  }
}

const unreadable = (message: string, cause?: unknown) =>
  new CompatError('changeset-unreadable', message, { cause })
