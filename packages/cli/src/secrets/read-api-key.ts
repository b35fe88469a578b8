import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readSecretFile } from './read-secret-texts.ts'

const variable = 'PARTNER_PLATFORM_API_KEY'

export const apiKeyOption = {
  'api-key-file': {
    kind: 'text',
    value: 'FILE',
    names: 'file',
    says: 'File with the API key.',
  },
} as const

/** An API key: of the file, or else of the environment. */
export async function readApiKey(io: Io, file: string | undefined): Promise<string> {
  if (file !== undefined) return readKeyFile(file)
  const key = (io.env[variable] ?? '').trim()
  if (key !== '') return key
  throw new CliError(
    'secret-missing',
    `${variable} holds no API key: expected one. Set it, or pass --api-key-file FILE.`,
  )
}

/** The one key of a file. */
export async function readKeyFile(file: string): Promise<string> {
  const key = (await readSecretFile(file)).trim()
  if (key !== '' && !/\s/.test(key)) return key
  throw new CliError(
    'secret-missing',
    `${file} holds no API key: expected one line, received ${key === '' ? 'none' : 'several words'}. Write the key into it.`,
  )
}
