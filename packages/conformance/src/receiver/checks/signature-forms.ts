import { createHmac } from 'node:crypto'
import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { keyedBy, textKeysOf } from '../find-hint.ts'
import type { ReceiverCheck } from '../receiver-kit.ts'
import { refuses } from './signatures.ts'

const prefix = constants.signaturePrefix
const advice = { rule: 'D-002', severity: 'advice' } as const
const next = 'Take one spelling only: one header line, the prefix, and 64 hexadecimal digits.'

const keyOf = (secret: string) =>
  secret.startsWith(constants.secretPrefix)
    ? Buffer.from(secret.slice(constants.secretPrefix.length), 'base64')
    : secret

const digitsOf = (genuine: string) => genuine.slice(prefix.length)

/** The right digest in a form that a signature does not have: no forgery, but another reader refuses it. */
export const signatureFormChecks: readonly ReceiverCheck[] = [
  refuses(
    {
      ...advice,
      id: 'signature-with-other-prefix',
      title: 'refuses the right digits after another prefix or without one',
      next,
    },
    ({ genuine }) => [
      [digitsOf(genuine)],
      [`sha1=${digitsOf(genuine)}`],
      [`${prefix.toUpperCase()}${digitsOf(genuine)}`],
    ],
  ),
  refuses(
    {
      id: 'sha1-signature',
      rule: '5.5',
      title: 'refuses an HMAC-SHA1, as a sha1 signature or behind the right prefix',
      next: `Take ${prefix} alone: SHA-1 is broken, and the service sends nothing signed with it.`,
    },
    ({ secret, body }) => {
      const digits = createHmac('sha1', keyOf(secret)).update(body).digest('hex')
      return [[`sha1=${digits}`], [`${prefix}${digits}`]]
    },
  ),
  refuses(
    {
      ...advice,
      rule: 'D-003',
      id: 'keyed-by-text',
      title: 'refuses an HMAC by the text of a secret whose decoded bytes are the key',
      next: `Use one key for each secret: the bytes that the base64 after ${constants.secretPrefix} encodes.`,
    },
    ({ secret, body }) =>
      secret.startsWith(constants.secretPrefix)
        ? textKeysOf(secret).map(({ key }) => [keyedBy(key, body)])
        : [],
  ),
  refuses(
    {
      ...advice,
      id: 'signature-with-more',
      title: 'refuses the right digits with more behind them',
      next,
    },
    ({ genuine }) => [[`${genuine}zz`], [`${genuine}00`], [`${genuine};v=1`]],
  ),
  refuses(
    {
      ...advice,
      id: 'signature-list',
      title: 'refuses several signatures, even if one is right',
      next: 'Read the header lines as they came: exactly one, with one value.',
    },
    async ({ body, genuine }) => {
      const foreign = await signPayload({ body, secret: createSecret() })
      return [
        [`${genuine}, ${foreign}`],
        [`${foreign},${genuine}`],
        [genuine, foreign],
        [foreign, genuine],
      ]
    },
  ),
]
