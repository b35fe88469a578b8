import { type Environment, environments } from '@partner-platform/settings'

/** Origins that browsers may call from, per environment, each as scheme, host and port. */
export type AllowedOrigins = Readonly<Record<Environment, ReadonlySet<string>>>

// The URL parser alone would take a pattern such as https://*.example for a host.
const form = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]+)?$/

export type OriginLists = Partial<Record<Environment, readonly string[]>>

/** Throws a `TypeError` for an entry that is not exactly an origin, such as one with a path. */
export function toAllowedOrigins(lists: OriginLists): AllowedOrigins {
  const allowed: Partial<Record<Environment, ReadonlySet<string>>> = {}
  for (const environment of environments) {
    const origins = lists[environment] ?? []
    for (const origin of origins) assertOrigin(environment, origin)
    allowed[environment] = new Set(origins)
  }
  return allowed as AllowedOrigins
}

function assertOrigin(environment: Environment, origin: string) {
  if (form.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) return
  throw new TypeError(
    `Allowed origin of ${environment} is wrong: expected scheme, host and port in lower case such as https://app.example, received text of ${origin.length} characters. Leave out path, default port and trailing slash.`,
  )
}
