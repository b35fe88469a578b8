import { securitySchemes } from '@partner-platform/types'
import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'

type Scheme = (typeof securitySchemes)[keyof typeof securitySchemes]
type FormOf<S> = S extends { type: 'http'; scheme: infer Name }
  ? Name
  : S extends { type: 'apiKey'; in: 'header'; name: infer Name }
    ? Name
    : never

/** The ways to carry an API key, by the name of the scheme or of the header. */
export type AuthForm = FormOf<Scheme>

/** The header line that carries a key in each form. @see specs/openapi.yaml `securitySchemes` */
const authHeaders = new Map<string, (apiKey: string) => readonly [string, string]>(
  Object.values<SchemeValue>(securitySchemes).flatMap((scheme) => {
    if (scheme.type === 'http' && scheme.scheme !== undefined) {
      const word = scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1)
      return [[scheme.scheme, (apiKey: string) => ['Authorization', `${word} ${apiKey}`] as const]]
    }
    const { name } = scheme
    if (scheme.type !== 'apiKey' || scheme.in !== 'header' || name === undefined) return []
    return [[name, (apiKey: string) => [name, apiKey] as const]]
  }),
)

type SchemeValue = { type: string; scheme?: string; in?: string; name?: string }

/** Every form, sorted. */
export const authForms: readonly string[] = [...authHeaders.keys()].sort()

/** Name and value of the header that carries `apiKey`; throws a `TypeError` for an unknown form. */
export function authHeader(form: string, apiKey: string): readonly [string, string] {
  const header = authHeaders.get(form)
  if (header) return header(apiKey)
  const expected = authForms.join(' or ')
  const next = 'Choose one of these'
  throw mistake('Option auth is unknown', { expected, received: kindOf(form), next })
}
