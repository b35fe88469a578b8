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
  secretMinimumBytes: 'down',
  timestampAgeLimitSeconds: 'up',
  timestampFutureLimitSeconds: 'up',
  verifiedQuarantineLimitBytes: 'either',
  verifiedQuarantineLimitRows: 'either',
}
