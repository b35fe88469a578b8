import { constants } from '@partner-platform/types'
import { file } from './command.ts'
import { CliError } from './errors.ts'
import type { Io } from './io.ts'
import { readFile } from './read-file.ts'

/** The file with signing secrets. A secret is never an option value. */
export const secretOption = {
  'secret-file': file('File with one signing secret per line, newest first; # begins a comment.'),
}

/** Usable signing secrets, newest first, from the file or from the environment. */
export async function readSecrets(io: Io, path: string | undefined): Promise<string[]> {
  const secrets = await readSecretTexts(io, path)
  const webhooks: typeof import('@partner-platform/webhooks') = await import(
    '@partner-platform/webhooks'
  )
  try {
    webhooks.assertSecrets(secrets)
  } catch (error) {
    // The message names the entry, never the value.
    throw new CliError('secret-unusable', (error as Error).message, { cause: error })
  }
  return secrets
}

const secretsVariable = 'PARTNER_PLATFORM_WEBHOOK_SECRETS'

/** At least one secret, unchecked, from the file or from the environment. */
export async function readSecretTexts(io: Io, path: string | undefined): Promise<string[]> {
  const secrets =
    path === undefined
      ? toTexts((io.env[secretsVariable] ?? '').split(','))
      : await readSecretFile(path)
  if (secrets.length > 0) return secrets
  throw new CliError(
    'secret-missing',
    path === undefined
      ? `${secretsVariable} contains no signing secret. Set it, or pass --secret-file FILE.`
      : `${path} contains no signing secret. Write one per line.`,
  )
}

/** The lines of a file, without blank lines and comments. */
export async function readSecretFile(file: string): Promise<string[]> {
  const bytes = await readFile(file, { what: 'a file of secrets', limitBytes: 65_536 })
  return toTexts(new TextDecoder().decode(bytes).split('\n')).filter(
    (line) => !line.startsWith('#'),
  )
}

const toTexts = (parts: readonly string[]) =>
  parts.map((part) => part.trim()).filter((part) => part !== '')

const keyVariable = 'PARTNER_PLATFORM_API_KEY'

export const apiKeyOption = { 'api-key-file': file('File with the API key.') }

export async function readApiKey(io: Io, path: string | undefined): Promise<string> {
  if (path !== undefined) return readKeyFile(path)
  const key = (io.env[keyVariable] ?? '').trim()
  if (key !== '') return key
  throw new CliError(
    'secret-missing',
    `${keyVariable} contains no API key. Set it, or pass --api-key-file FILE.`,
  )
}

export async function readKeyFile(file: string): Promise<string> {
  const [key = '', ...more] = await readSecretFile(file)
  if (key !== '' && more.length === 0 && !/\s/.test(key)) return key
  throw new CliError(
    'secret-missing',
    `${file} must contain exactly one API key, but contains ${key === '' ? 'none' : 'more text'}. Correct the file.`,
  )
}

const prefixes = [constants.secretPrefix, ...Object.values(constants.apiKeyPrefixes)]
const secret = new RegExp(`(?:${prefixes.join('|')})[\\w+/=-]+`, 'g')

/** Masks anything that looks like a secret or a key: a user may have typed it as a path or a name. */
export const maskSecrets = (text: string) => text.replaceAll(secret, '[secret]')
