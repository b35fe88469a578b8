import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { defaultCallbackPath } from '@partner-platform/receiver'
import { createOperatorClient } from '@partner-platform/server'
import { StartError } from '@partner-platform/settings'
import { preparePartner } from './prepare-partner.ts'
import { sendSample } from './round-trip.ts'
import { root } from './workspaces.ts'

/**
 * Adds a partner to the API of `.docker/compose.yaml`, with the receiver as its endpoint, and has a webhook sent.
 * `folder` has what `set-up.sh` wrote. Throws a `StartError` if the server refuses, or no webhook arrives.
 */
export async function addPartner(folder: string): Promise<{ apiKey: string; status: string }> {
  const { SERVER_OPERATOR_TOKEN: token = '' } = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
  const operator = createOperatorClient({ baseUrl: 'http://127.0.0.1:4011', token })
  const callbackUrl = `http://127.0.0.1:4020${defaultCallbackPath}`
  const { partnerId, apiKey, secret } = await preparePartner(operator, { callbackUrl })
  // The receiver reads it at the next delivery.
  appendFileSync(join(folder, 'secrets/receiver.txt'), `${secret}\n`)
  const { status, attempt } = await sendSample({ operator, partnerId }, 'visa-granted')
  if (attempt?.outcome === 'accepted') return { apiKey, status }
  throw new StartError(`The webhook was not accepted: ${attempt?.outcome ?? 'not sent'}.`)
}

if (import.meta.main) {
  try {
    const { apiKey, status } = await addPartner(join(root, '.docker'))
    console.log(`A submission moved to ${status}, and the receiver accepted the webhook.`)
    console.log(`API key: ${apiKey}`)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing && !(error instanceof StartError) && !(error instanceof TypeError)) throw error
    console.error(
      error instanceof StartError
        ? error.message
        : 'The containers cannot be reached. Start them as .docker/README.md says.',
    )
    process.exitCode = 1
  }
}
