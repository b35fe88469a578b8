import { type Document, nodeAt } from '../document.ts'

export type Limit = { quota: number; windowSeconds: number }

/** Whether a value is the one that is owed, and that one for people to read. */
export type FixedValue = { isOwed: (value: string) => boolean; owed: string }

/**
 * What the constants of the document, and the decisions that set them, make of a header's value, by the
 * place of the header. Without a limit that the server was set to, that of the document counts.
 */
export function fixedValues(document: Document, limit?: Limit): ReadonlyMap<string, FixedValue> {
  const constant = (name: string) => nodeAt(document, `#/x-constants/${name}/value`)
  const {
    quota = constant('rateLimitQuota') as number,
    windowSeconds = constant('rateLimitWindowSeconds') as number,
  } = limit ?? {}
  const policy = `"${constant('rateLimitPolicyName')}"`
  const values: Record<string, FixedValue> = {
    RateLimitPolicy: exactly(`${policy};q=${quota};w=${windowSeconds}`),
    RateLimit: {
      owed: `${policy} with r up to ${quota} and t up to ${windowSeconds}`,
      isOwed: (value) => {
        const [, name, left, seconds] = /^(.*);r=([0-9]+);t=([0-9]+)$/.exec(value) ?? []
        return name === policy && Number(left) <= quota && Number(seconds) <= windowSeconds
      },
    },
    AuthenticateChallenge: exactly(`Bearer realm="${constant('authenticationRealm')}"`),
    CacheControl: exactly(`private, max-age=${constant('countriesMaxAgeSeconds')}`),
  }
  return new Map(
    Object.entries(values).map(([name, value]) => [`#/components/headers/${name}`, value]),
  )
}

const exactly = (owed: string): FixedValue => ({ owed, isOwed: (value) => value === owed })
