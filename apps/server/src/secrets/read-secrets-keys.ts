import { statSync } from 'node:fs'
import { readSecretLines, SettingError } from '@partner-platform/settings'
import { isSecretsKey } from './secret-cipher.ts'

type KeySettings = {
  SERVER_SECRETS_KEY: readonly string[]
  SERVER_SECRETS_KEY_FILE: string | undefined
  DATABASE_URL: string | undefined
}

type Source = {
  /** `undefined` for the key file beside the data folder. */
  keys: readonly string[] | undefined
  /** The setting that provides the keys, for messages. */
  variable: string
  warnings: readonly string[]
}

/** Reads the keys for signing secrets from the settings. Throws a `SettingError` if they cannot be used. */
export function readSecretsKeys(values: KeySettings): Source {
  const { SERVER_SECRETS_KEY: listed, SERVER_SECRETS_KEY_FILE: path, DATABASE_URL: url } = values
  if (listed.length > 0 && path !== undefined) {
    throw new SettingError('Set SERVER_SECRETS_KEY or SERVER_SECRETS_KEY_FILE, not both.')
  }
  if (path !== undefined) return readFile('SERVER_SECRETS_KEY_FILE', path)
  if (listed.length > 0) return { keys: listed, variable: 'SERVER_SECRETS_KEY', warnings: [] }
  if (url === undefined) return { keys: undefined, variable: 'SERVER_DATA_FOLDER', warnings: [] }
  throw new SettingError(
    'DATABASE_URL needs SERVER_SECRETS_KEY or SERVER_SECRETS_KEY_FILE. Create a key with: openssl rand -base64 32',
  )
}

function readFile(variable: string, path: string): Source {
  const keys = readSecretLines(variable, path)
  const wrong = keys.find((key) => !isSecretsKey(key))
  if (keys.length === 0 || wrong !== undefined) {
    const problem = wrong === undefined ? 'no key' : `a line of ${wrong.length} characters`
    throw new SettingError(
      `The file that ${variable} names has ${problem}. Write one key of 32 bytes in base64 per line.`,
    )
  }
  const isOpen = (statSync(path).mode & 0o007) !== 0
  const warning = `WARNING: every user of this machine can read the file that ${variable} names. Change its mode to 600.`
  return { keys, variable, warnings: isOpen ? [warning] : [] }
}
