import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readFile } from '../read-file.ts'

const variable = 'PARTNER_PLATFORM_WEBHOOK_SECRETS'

/** Secrets as they are written, good or bad: of the file, or else of the environment; at least one. */
export async function readSecretTexts(io: Io, file: string | undefined): Promise<string[]> {
  const text =
    file === undefined ? (io.env[variable] ?? '').replaceAll(',', '\n') : await readSecretFile(file)
  const secrets = splitSecretLines(text)
  if (secrets.length > 0) return secrets
  const where = file ?? variable
  throw new CliError(
    'secret-missing',
    `${where} holds no signing secret: expected at least one. Set ${variable}, or pass --secret-file FILE.`,
  )
}

/** A small file of lines, without a byte order mark. */
export async function readSecretFile(file: string): Promise<string> {
  const bytes = await readFile(file, { what: 'a file of secrets', limitBytes: 65_536 })
  return new TextDecoder().decode(bytes)
}

/** One secret per line, without blank lines and comments. */
export const splitSecretLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
