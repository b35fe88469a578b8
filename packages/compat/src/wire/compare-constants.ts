import { isDeepStrictEqual } from 'node:util'
import type { SpecDocument } from '../document/open-document.ts'
import type { Said } from './judgement.ts'

type Constants = Record<string, { value?: unknown } | undefined>

/** What changed in `x-constants`. */
export function compareConstants(
  from: SpecDocument,
  to: SpecDocument,
): { name: string; said: Said }[] {
  const [before, after] = [from, to].map(
    ({ root }) => (root.value as { 'x-constants'?: Constants })['x-constants'] ?? {},
  ) as [Constants, Constants]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const said = judge(name, before[name], after[name])
    return said === undefined ? [] : [{ name, said }]
  })
}

function judge(
  name: string,
  before: Constants[string],
  after: Constants[string],
): Said | undefined {
  if (isDeepStrictEqual(before, after)) return undefined
  if (before === undefined) return ['constant-added', `the constant \`${name}\` is new`]
  if (after === undefined) return ['constant-removed', `the constant \`${name}\` is gone`]
  if (isDeepStrictEqual(before.value, after.value))
    return ['text-changed', `the description of \`${name}\` changed`]
  const message = `\`${name}\` went from ${JSON.stringify(before.value)} to ${JSON.stringify(after.value)}`
  const todo = 'Nothing, unless your code contains the old value: then use the new one.'
  return isGrowth(constantGrowth[name], before.value, after.value)
    ? ['constant-grown', message, { todo }]
    : ['constant-changed', message]
}

function isGrowth(
  growth: (typeof constantGrowth)[string] | undefined,
  before: unknown,
  after: unknown,
): boolean {
  if (growth === 'either') return true
  if (growth === 'longer') {
    if (!Array.isArray(before) || !Array.isArray(after)) return false
    return isDeepStrictEqual(after.slice(0, before.length), before)
  }
  if (typeof before !== 'number' || typeof after !== 'number') return false
  return growth === 'up' ? after > before : growth === 'down' && after < before
}

/**
 * Which way a constant of the contract may move without breaking anybody, by "What breaks whom" in the
 * README of `specs/`. One that is not named here may not move.
 */
export const constantGrowth: { readonly [name: string]: 'up' | 'down' | 'longer' | 'either' } = {
  answerLimitBytes: 'up',
  attemptTimeoutMs: 'up',
  bodyLimitBytes: 'down',
  callbackDevelopmentHosts: 'longer',
  callbackPorts: 'longer',
  connectTimeoutMs: 'up',
  countriesMaxAgeSeconds: 'either',
  deadLetterRetentionSeconds: 'up',
  deliveryAgeLimitSeconds: 'up',
  deliveryLeadLimitSeconds: 'down',
  disableAfterAttempts: 'up',
  disableAfterSeconds: 'up',
  probeIntervalSeconds: 'down',
  quarantineLimitBytes: 'either',
  quarantineLimitRows: 'either',
  rateLimitQuota: 'up',
  rateLimitWindowSeconds: 'down',
  receiverAnswers: 'either',
  retryAfterRatio: 'either',
  retryDelaysSeconds: 'longer',
  retryJitterRatio: 'either',
  timestampAgeLimitSeconds: 'up',
  timestampFutureLimitSeconds: 'up',
  verifiedQuarantineLimitBytes: 'either',
  verifiedQuarantineLimitRows: 'either',
}
