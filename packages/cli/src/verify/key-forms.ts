import { constants } from '@partner-platform/types'
import { assertSecrets } from '@partner-platform/webhooks'
import type { FindingCode } from './findings.ts'

/** A key that may have signed. `number` counts the secrets of its list from 1; 0 is none of them. */
export type KeyForm = { code: FindingCode | null; number: number; bytes: Buffer }

const { secretPrefix } = constants

/** The key that a secret stands for, then those that programs make of it by mistake. */
export function keyForms(secret: string, number: number): KeyForm[] {
  const bare = secret.replaceAll(/^["'\s]+|["'\s]+$/g, '')
  const rest = bare.startsWith(secretPrefix) ? bare.slice(secretPrefix.length) : bare
  const decoded = Buffer.from(rest, 'base64')
  const isOurs = secret.startsWith(secretPrefix)
  const forms: [FindingCode | null, Buffer][] = []
  if (isUsable(secret)) forms.push([null, isOurs ? decoded : Buffer.from(secret)])
  if (!isOurs || !isUsable(secret)) {
    const code = bare.startsWith(secretPrefix) ? 'secret-malformed' : 'secret-prefix-missing'
    forms.push([code, decoded])
  }
  for (const text of new Set([
    secret,
    `${secret}\n`,
    bare,
    rest,
    `${rest}\n`,
    secretPrefix + rest,
  ])) {
    forms.push(['secret-as-text', Buffer.from(text)])
  }
  forms.push(['secret-prefix-decoded', Buffer.from(secretPrefix + rest, 'base64')])
  forms.push(['secret-as-hex', Buffer.from(decoded.toString('hex'))])
  forms.push(['secret-as-hex', Buffer.from(decoded.toString('hex').toUpperCase())])
  if (/^([0-9a-f]{2})+$/i.test(rest)) forms.push(['secret-as-hex', Buffer.from(rest, 'hex')])
  return forms.map(([code, bytes]) => ({ code, number, bytes }))
}

/** Keys of programs that had no secret, and did not notice. */
export const emptyKeyForms = (): KeyForm[] =>
  ['', 'undefined', 'null', 'None', '[object Object]', secretPrefix].map((text) => ({
    code: 'secret-empty',
    number: 0,
    bytes: Buffer.from(text),
  }))

/** Whether a secret can sign and verify as it is written. */
export function isUsable(secret: string): boolean {
  try {
    assertSecrets([secret])
    return true
  } catch {
    return false
  }
}
