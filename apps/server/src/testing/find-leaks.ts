import { constants } from '@partner-platform/types'
import { personal } from './prepare-world.ts'
import { operatorToken, secretsKeys } from './start-sender.ts'

/** Beginnings of secrets and keys, whichever they are. */
const beginnings = { secret: constants.secretPrefix, key: constants.apiKeyPrefixes.development }

/**
 * Names of what must never be in a log, an error or a metric and is in one of these texts: personal
 * data, tokens, secrets, keys.
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
