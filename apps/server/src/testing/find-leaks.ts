import { constants } from '@partner-platform/types'
import { personal } from './prepare-world.ts'
import { operatorToken, secretsKeys } from './start-sender.ts'

/** Prefixes of all secrets and keys. */
const beginnings = { secret: constants.secretPrefix, key: constants.apiKeyPrefixes.development }

/**
 * The kinds of confidential data in these texts: personal data, tokens, secrets, keys. None may be in a
 * log, error or metric.
 */
export function findLeaks(texts: readonly string[]): string[] {
  const canaries = {
    ...personal,
    ...beginnings,
    'operator token': operatorToken,
    'secrets key': secretsKeys[0] ?? '',
  }
  return Object.entries(canaries)
    .filter(([, canary]) => texts.some((text) => text.includes(canary)))
    .map(([name]) => name)
}
