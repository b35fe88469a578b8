import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../cli-error.ts'

/** The saved requests that a path names: itself, or those of the folder in the order they were recorded. */
export async function findRecordings(path: string): Promise<string[]> {
  const names = await listFolder(path)
  if (!names) return [path]
  const files = names.filter((name) => name.endsWith('.http')).sort(byNumber)
  if (files.length > 0) return files.map((name) => join(path, name))
  throw new CliError(
    'file-unusable',
    `${path} holds no saved request: expected files such as 000001-0f3a9c2e.http. Record some with partner-platform listen --record FOLDER.`,
  )
}

async function listFolder(path: string): Promise<string[] | null> {
  try {
    return (await stat(path)).isDirectory() ? await readdir(path) : null
  } catch (cause) {
    const { code = 'an error' } = cause as NodeJS.ErrnoException
    throw new CliError(
      'file-unusable',
      `${path} cannot be read: expected a saved request or a folder of them, received ${code}. Check the path.`,
      { cause },
    )
  }
}

const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })
