import { constants } from '@partner-platform/types'

const prefixes = [constants.secretPrefix, ...Object.values(constants.apiKeyPrefixes)]
const secret = new RegExp(`(?:${prefixes.join('|')})[\\w+/=-]+`, 'g')

/**
 * A message without what looks like a secret or a key: one that stands where a path or a name should be
 * must not be shown again.
 */
export const maskSecrets = (text: string) => text.replaceAll(secret, '[secret]')
