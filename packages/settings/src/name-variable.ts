import { SettingError } from './read-settings.ts'

/** What `make` gives. A value that it refuses is told with the variable that it came from. */
export function nameVariable<T>(variable: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SettingError(`${variable}: ${error.message}`)
  }
}
