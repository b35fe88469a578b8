import { constants } from '@partner-platform/types'
import { personal } from './create-letter.ts'

const canaries = {
  ...personal,
  secret: constants.secretPrefix,
  signature: constants.signaturePrefix,
  // The name of a member, however often its quotes are escaped.
  body: 'destinationCountry',
}

/**
 * Names of what must never be in a log or an error and is in one of these texts: personal data,
 * secrets, signatures, bodies.
 */
export function findLeaks(texts: readonly string[]): string[] {
  return Object.entries(canaries)
    .filter(([, canary]) => texts.some((text) => text.includes(canary)))
    .map(([name]) => name)
}
