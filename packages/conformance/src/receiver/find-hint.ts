import { constants } from '@partner-platform/types'
import type { Sent } from '../engine/run.ts'
import { kindOf } from '../http/answer.ts'
import { keyedBy } from './keyed-by.ts'
import { isAccepted, type ReceiverKit, toBytes } from './receiver-kit.ts'

type Key = { key: string; hint: string }

/** Keys that are no more than text of a secret whose bytes are the key. */
export const textKeysOf = (secret: string): Key[] => [
  {
    key: secret,
    hint: `It keys the HMAC with the text of the secret: take the bytes that the base64 behind ${constants.secretPrefix} stands for.`,
  },
  {
    key: secret.slice(constants.secretPrefix.length),
    hint: `It keys the HMAC with the base64 of the secret: decode what stands behind ${constants.secretPrefix} to bytes first.`,
  },
]

/**
 * Why a receiver does not take a plain genuine delivery, as far as its answers to others tell, or
 * `undefined` where they do not.
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
