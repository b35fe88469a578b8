import { createHmac } from 'node:crypto'
import { constants } from '@partner-platform/types'
import type { Sent } from '../engine/run.ts'
import { kindOf } from '../http/exchange.ts'
import { isAccepted, type ReceiverKit, toBytes } from './receiver-kit.ts'

type Key = { key: string; hint: string }

/** Keys that are the text of a secret instead of its bytes. */
export const textKeysOf = (secret: string): Key[] => [
  {
    key: secret,
    hint: `It keys the HMAC with the text of the secret: use the bytes that the base64 after ${constants.secretPrefix} encodes.`,
  },
  {
    key: secret.slice(constants.secretPrefix.length),
    hint: `It keys the HMAC with the base64 of the secret: decode the text after ${constants.secretPrefix} to bytes first.`,
  },
]

/**
 * Why a receiver refuses a plain genuine delivery, as far as its answers to others show it, or
 * `undefined`.
 */
export async function findHint(kit: ReceiverKit, refused: Sent): Promise<string | undefined> {
  const { status } = refused.answer
  if (kindOf(refused.answer) === 'redirected') {
    return 'Register the URL that it redirects to: a redirect counts as a failed delivery.'
  }
  if (status === 404 || status === 405) {
    return `It answers ${status}: compare the path of the URL with the route of the receiver.`
  }
  const [secret] = kit.secrets
  if (kindOf(refused.answer) !== 'refused' || secret === undefined) return undefined
  for (const { key, hint } of textKeysOf(secret)) {
    const body = toBytes(kit.events.returned())
    const signature = keyedBy(key, body)
    if (isAccepted(await kit.deliver(body, { signatures: [signature] }))) return hint
  }
  return undefined
}

/** The signature header of a body, with these bytes as the HMAC key. */
export const keyedBy = (key: string | Uint8Array, body: Uint8Array): string =>
  constants.signaturePrefix + createHmac('sha256', key).update(body).digest('hex')
