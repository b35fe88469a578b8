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

/** The error for a variable whose value is not accepted. */
export const wrongSetting = (
  variable: string,
  { expected, received }: { expected: string; received: string },
) => new SettingError(`${variable} must be ${expected}, not ${received}.`)

/** The value of every setting; throws a `SettingError` for the first invalid one. */
export function readSettings<const S extends Settings>(settings: S, env: Environ): ValuesOf<S> {
  const entries = Object.entries(settings).map(([name, { fallback, expected, parse }]) => {
    const text = env[name]
    if (text === undefined) return [name, fallback]
    const value = parse(text)
    if (value !== undefined) return [name, value]
    if (text.trim() === '') throw new SettingError(`${name} is empty. Set a value, or unset it.`)
    throw wrongSetting(name, { expected, received: `text of ${text.length} characters` })
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
