import { readFileSync, statSync } from 'node:fs'
import type { Settings, ValuesOf } from './setting.ts'

export type Environ = Readonly<Record<string, string | undefined>>

/** A reason not to start. Its message explains everything and is printed as one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** An invalid setting. The message names the variable, never its value. */
export class SettingError extends StartError {
  override name = 'SettingError'
}

/** The value of every setting; throws a `SettingError` for the first invalid one. */
export function readSettings<const S extends Settings>(settings: S, env: Environ): ValuesOf<S> {
  const entries = Object.entries(settings).map(([name, { fallback, expected, parse }]) => {
    const text = env[name]
    if (text === undefined) return [name, fallback]
    const value = parse(text)
    if (value !== undefined) return [name, value]
    if (text.trim() === '') throw new SettingError(`${name} is empty. Set a value, or unset it.`)
    throw new SettingError(`${name} must be ${expected}.`)
  })
  return Object.fromEntries(entries) as ValuesOf<S>
}

/** Calls `make`; a `TypeError` becomes a `SettingError` that names the variable of the value. */
export function nameVariable<T>(variable: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SettingError(`${variable}: ${error.message}`)
  }
}

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
