import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import type { ReceiverCheck } from '../receiver-check.ts'
import { refuses } from './signatures.ts'

const prefix = constants.signaturePrefix
const advice = { rule: 'D-002', severity: 'advice' } as const
const next = 'Take one spelling only: one header line, the prefix, and 64 hexadecimal digits.'

const digitsOf = (genuine: string) => genuine.slice(prefix.length)

/** The right digest in a form that a signature does not have: no forgery, but another reader refuses it. */
export const signatureFormChecks: readonly ReceiverCheck[] = [
  refuses(
    {
      ...advice,
      id: 'signature-with-other-prefix',
      title: 'refuses the right digits behind another prefix, or none',
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
