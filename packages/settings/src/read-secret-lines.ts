import { readFileSync } from 'node:fs'
import { wrongSetting } from './read-settings.ts'

/** Lines of a file that a setting names, without blank ones and `#` comments. */
export function readSecretLines(variable: string, path: string): string[] {
  try {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
    return lines.filter((line) => line !== '' && !line.startsWith('#'))
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException
    throw wrongSetting(variable, {
      expected: 'the path of a file that can be read',
      received: code,
    })
  }
}
