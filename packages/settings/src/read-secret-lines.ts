import { readFileSync, statSync } from 'node:fs'
import { SettingError, wrongSetting } from './read-settings.ts'

/**
 * Lines of a file that a setting names, without blank ones and `#` comments. Throws a `SettingError` if it
 * is not a regular file: reading a pipe a second time would wait forever.
 */
export function readSecretLines(variable: string, path: string): string[] {
  const refuse = (received: string) =>
    wrongSetting(variable, { expected: 'the path of a file that can be read', received })
  try {
    if (!statSync(path).isFile()) throw refuse('something that is not a regular file')
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
    return lines.filter((line) => line !== '' && !line.startsWith('#'))
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw refuse((error as NodeJS.ErrnoException).code ?? 'an error')
  }
}
