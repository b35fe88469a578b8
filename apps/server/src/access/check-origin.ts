import type { Environment } from '@partner-platform/types'

/** Origins that browsers may call from, per environment, each as scheme, host and port. */
export type AllowedOrigins = Readonly<Record<Environment, ReadonlySet<string>>>

/** Pages that a developer serves on the same machine, as browsers spell their origin. */
const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[1-9][0-9]{0,4})?$/

type OriginCheck = {
  /** Environment of the server that is asked. */
  environment: Environment
  allowedOrigins: AllowedOrigins
  /** Environment of the key, or of the server before the key is known. */
  keyEnvironment: Environment
  /** Every `Origin` line of the request. */
  origins: readonly string[]
}

/**
 * Whether the request may go on, and the origin that its answer names for the browser.
 * @see specs/decisions/ D-018 and D-021
 */
export function checkOrigin(check: OriginCheck): { allowed: boolean; allowOrigin: string | null } {
  if (check.keyEnvironment !== check.environment) return { allowed: false, allowOrigin: null }
  const [origin, ...repeated] = check.origins
  if (origin === undefined) return { allowed: true, allowOrigin: null }
  const isListed =
    check.allowedOrigins[check.keyEnvironment].has(origin) ||
    (check.environment === 'development' && loopback.test(origin))
  const isAllowed = repeated.length === 0 && isListed
  return isAllowed ? { allowed: true, allowOrigin: origin } : { allowed: false, allowOrigin: null }
}
