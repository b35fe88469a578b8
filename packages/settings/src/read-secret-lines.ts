import { readFileSync, statSync } from 'node:fs'
import { SettingError } from './read-settings.ts'

/**
 * Lines of a file that a setting names, without blank ones and `#` comments. Throws a `SettingError` if it
 * is not a regular file: reading a pipe a second time would wait forever.
 */
export function readSecretLines(variable: string, path: string): string[] {
  const refuse = (problem: string) =>
    new SettingError(`${variable} ${problem}. Correct the path or its permissions.`)
  try {
    if (!statSync(path).isFile()) throw refuse('does not name a regular file')
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
    return lines.filter((line) => line !== '' && !line.startsWith('#'))
  } catch (error) {
    if (error instanceof SettingError) throw error
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw refuse(`names a file that cannot be read: ${code}`)
  }
}
