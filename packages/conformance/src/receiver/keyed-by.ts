import { createHmac } from 'node:crypto'
import { constants } from '@partner-platform/types'

/** The value of the signature header for a body whose HMAC takes this key as it is. */
export const keyedBy = (key: string | Uint8Array, body: Uint8Array): string =>
  constants.signaturePrefix + createHmac('sha256', key).update(body).digest('hex')
