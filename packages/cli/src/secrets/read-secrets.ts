import { assertSecrets } from '@partner-platform/webhooks'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readSecretTexts } from './read-secret-texts.ts'

/** Signing secrets that can work, newest first: of the file, or else of the environment. */
export async function readSecrets(io: Io, file: string | undefined): Promise<string[]> {
  const secrets = await readSecretTexts(io, file)
  try {
    assertSecrets(secrets)
  } catch (error) {
    // Its message names the entry, never the value.
    throw new CliError('secret-unusable', (error as Error).message, { cause: error })
  }
  return secrets
}
