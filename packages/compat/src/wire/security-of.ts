import type { SpecDocument, SpecNode } from '../document/spec-document.ts'

/** A scheme that a call has to satisfy: what it is made of, as `key=value`, and the scopes it asks for. */
interface Demand {
  parts: string[]
  scopes: string[]
}

/** One way to be let in: all demands of it at once. */
export type Way = Demand[]

/** The ways to be let in that `security` names, whatever its schemes are called. */
export function waysOf(security: SpecNode | undefined, document: SpecDocument): Way[] {
  const list = Array.isArray(security?.value) ? (security.value as Record<string, unknown>[]) : []
  if (list.length === 0) return [[]]
  return list.map((way) =>
    Object.entries(way).map(([name, scopes]) => {
      const scheme = document.at(['components', 'securitySchemes', name])
      return {
        parts: scheme === undefined ? [`name=${name}`] : partsOf(scheme.value, ''),
        scopes: Array.isArray(scopes) ? scopes.map(String) : [],
      }
    }),
  )
}

function partsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}=${String(value)}`]
  return Object.entries(value).flatMap(([key, member]) => {
    if (/^(description|bearerFormat|x-.*)$/.test(key) && !path.endsWith('/scopes')) return []
    // Scopes are told by name; what is said of them are words.
    return path.endsWith('/scopes') ? [`${path}/${key}`] : partsOf(member, `${path}/${key}`)
  })
}

/** Whether a call that goes one way is still let in by another: no new demand, none changed. */
export function lets(way: Way, old: Way): boolean {
  return way.every((demand) => old.some((known) => isSame(demand, known)))
}

function isSame(demand: Demand, known: Demand): boolean {
  const isKept = known.parts.every((part) => demand.parts.includes(part))
  // Another flow, and another scope on offer, ask nothing of those who use one of today.
  const fresh = demand.parts.filter((part) => !known.parts.includes(part))
  return (
    isKept &&
    fresh.every((part) => part.startsWith('/flows/')) &&
    demand.scopes.every((scope) => known.scopes.includes(scope))
  )
}
