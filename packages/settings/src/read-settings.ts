import type { Setting, Settings, ValuesOf } from './setting.ts'

export type Environ = Readonly<Record<string, string | undefined>>

/** A reason not to start that its message explains in full: it is printed as one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A setting that cannot work. The message names the variable, never its value. */
export class SettingError extends StartError {
  override name = 'SettingError'
}

/** The error of a variable whose value is not what it must be. */
export const wrongSetting = (variable: string, { expected, received }: Mismatch) =>
  new SettingError(
    `${variable} is wrong: expected ${expected}, received ${received}. Correct the variable.`,
  )

type Mismatch = { expected: string; received: string }

/** The value of every setting; throws a `SettingError` for the first one that is wrong. */
export function readSettings<const S extends Settings>(settings: S, env: Environ): ValuesOf<S> {
  const entries = Object.entries(settings).map(([name, setting]) => [
    name,
    readSetting(name, setting, env[name]),
  ])
  return Object.fromEntries(entries) as ValuesOf<S>
}

function readSetting(name: string, setting: Setting<unknown>, text: string | undefined): unknown {
  if (text === undefined) return setting.fallback
  const value = setting.parse(text)
  if (value !== undefined) return value
  const received = text === '' ? 'empty text' : `text of ${text.length} characters`
  throw wrongSetting(name, { expected: setting.expected, received })
}
