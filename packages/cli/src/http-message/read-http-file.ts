import { constants } from '@partner-platform/types'
import { CliError } from '../cli-error.ts'
import { readFile } from '../read-file.ts'
import type { HttpMessage } from './http-message.ts'
import { parseHttpMessage } from './parse-http-message.ts'

/** Most bytes of a body that is kept: beyond the largest delivery, to show one that is too large. */
export const savedBodyLimitBytes = 16 * constants.bodyLimitBytes
const headLimitBytes = 65_536

/** A saved request. Throws a `CliError` that names the file where it is none. */
export async function readHttpFile(path: string): Promise<HttpMessage> {
  const limitBytes = savedBodyLimitBytes + headLimitBytes
  const parsed = parseHttpMessage(await readFile(path, { what: 'a saved request', limitBytes }))
  if (parsed.ok) return parsed.message
  throw new CliError(
    'not-a-request',
    `${path} is no saved HTTP request: ${parsed.problem}. Save one with partner-platform listen --record FOLDER.`,
  )
}
