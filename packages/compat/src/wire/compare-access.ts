import type { SpecDocument, SpecNode } from '../document/open-document.ts'
import { advice, type Judgement, major, minor } from './judgement.ts'

const methods = new Set(['delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'trace'])

interface AccessChange {
  keys: readonly string[]
  /** What it says now, or said before. */
  node: SpecNode
  /** Whether `node` is of the newer side. */
  isRevised: boolean
  judgement: Judgement
}

/**
 * Where calls go and what lets them in, by operation of an OpenAPI document: what stands at the operation,
 * else at its path, else at the root. Told once for each place that decides.
 */
export function compareAccess(from: SpecDocument, to: SpecDocument): AccessChange[] {
  const operations = ['paths', 'webhooks'].flatMap((section) =>
    Object.keys((to.at([section])?.value ?? {}) as object).flatMap((path) =>
      Object.keys((to.at([section, path])?.value ?? {}) as object)
        .filter((method) => methods.has(method))
        .map((method) => [section, path, method]),
    ),
  )
  const found = operations
    .filter((keys) => from.at(keys) !== undefined)
    .flatMap((keys) => [judgeSecurity(keys, from, to), judgeServers(keys, from, to)])
    .filter((change) => change !== undefined)
  return [
    ...new Map(found.map((one) => [`${one.keys.join()} ${one.judgement.rule}`, one])).values(),
  ]
}

function judgeSecurity(
  keys: readonly string[],
  from: SpecDocument,
  to: SpecDocument,
): AccessChange | undefined {
  // A webhook shows the receiver what it says itself, and in no other way.
  const isSent = keys[0] === 'webhooks'
  const levels = isSent ? [keys] : [keys, []]
  const [before, after] = [closest('security', levels, from), closest('security', levels, to)]
  const [old, fresh] = [waysOf(before?.node, from), waysOf(after?.node, to)]
  const isKept = old.every((way) => fresh.some((other) => lets(other, way)))
  const isSame = isKept && fresh.every((way) => old.some((other) => lets(other, way)))
  if (isSame) return undefined
  return toChange(
    { before, after, to },
    isKept && !isSent
      ? minor('security-loosened', 'calls are let in in other ways as well', advice.callers)
      : major('security-changed', 'what lets calls in today will not'),
  )
}

function judgeServers(
  keys: readonly string[],
  from: SpecDocument,
  to: SpecDocument,
): AccessChange | undefined {
  if (keys[0] === 'webhooks') return undefined
  const levels = [keys, keys.slice(0, 2), []]
  const [before, after] = [closest('servers', levels, from), closest('servers', levels, to)]
  const [old, fresh] = [serversOf(before?.node, from), serversOf(after?.node, to)]
  const isKept = old.every((server) => fresh.some((other) => keeps(other, server)))
  const isSame = isKept && fresh.every((server) => old.some((other) => keeps(other, server)))
  if (isSame) return undefined
  return toChange(
    { before, after, to },
    isKept
      ? minor('server-added', 'calls may go to another server as well', advice.callers)
      : major('server-changed', 'calls go elsewhere than before'),
  )
}

type Place = Pick<AccessChange, 'keys' | 'node'>

function closest(
  name: string,
  levels: readonly (readonly string[])[],
  document: SpecDocument,
): Place | undefined {
  for (const level of levels) {
    const keys = [...level, name]
    const node = document.at(keys)
    if (node !== undefined) return { keys, node }
  }
  return undefined
}

function toChange(
  { before, after, to }: { before: Place | undefined; after: Place | undefined; to: SpecDocument },
  judgement: Judgement,
): AccessChange {
  const place = after ?? before ?? { keys: [], node: to.root }
  return { ...place, isRevised: after !== undefined || before === undefined, judgement }
}

/** A scheme that a call has to satisfy: what it is made of, as `key=value`, and the scopes it asks for. */
interface Demand {
  parts: string[]
  scopes: string[]
}

/** One way to be let in: all demands of it at once. */
type Way = Demand[]

/** The alternatives in `security`, independent of the names of the schemes. */
function waysOf(security: SpecNode | undefined, document: SpecDocument): Way[] {
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
    // Scopes are compared by name; their descriptions are only words.
    return path.endsWith('/scopes') ? [`${path}/${key}`] : partsOf(member, `${path}/${key}`)
  })
}

/** Whether a call that was allowed one way is still allowed by another: no new or changed demand. */
function lets(way: Way, old: Way): boolean {
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

interface Server {
  url: string
  variables: { [name: string]: { default?: unknown; enum?: unknown[] } | undefined }
}

/** The servers that a list names; without one it is the one that gives the document. */
function serversOf(list: SpecNode | undefined, document: SpecDocument): Server[] {
  const values = Array.isArray(list?.value) ? list.value : []
  const servers = values.map((_, index) => {
    const server = list && document.child(list, String(index))
    const { url, variables } = (server?.value ?? {}) as Partial<Server>
    return { url: String(url), variables: variables ?? {} }
  })
  return servers.length > 0 ? servers : [{ url: '/', variables: {} }]
}

/** Whether callers of the old server reach the same service through the new one. */
function keeps(fresh: Server, old: Server): boolean {
  const names = new Set([...Object.keys(fresh.variables), ...Object.keys(old.variables)])
  return (
    fresh.url === old.url &&
    [...names].every((name) => {
      const [one, other] = [fresh.variables[name], old.variables[name]]
      const isEveryKept = (other?.enum ?? []).every((value) => one?.enum?.includes(value) ?? true)
      const isClosed = one?.enum !== undefined && other?.enum === undefined
      return one?.default === other?.default && isEveryKept && !isClosed
    })
  )
}
