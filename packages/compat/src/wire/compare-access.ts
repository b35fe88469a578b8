import type { SpecDocument, SpecNode } from '../document/open-document.ts'
import { methods } from './grammar.ts'
import type { Said } from './judgement.ts'
import type { Spot } from './view.ts'

type Keys = readonly string[]

interface AccessChange extends Spot {
  /** Whether `node` is of the newer side. */
  isRevised: boolean
  said: Said
}

/**
 * The servers and the security of each operation of an OpenAPI document: as stated at the operation, else at
 * its path, else at the root. One change for each place that decides.
 */
export function compareAccess(from: SpecDocument, to: SpecDocument): AccessChange[] {
  const namesAt = (keys: Keys) => Object.keys(Object(to.at(keys)?.value))
  const operations = ['paths', 'webhooks'].flatMap((section) =>
    namesAt([section]).flatMap((path) =>
      namesAt([section, path])
        .filter((method) => methods.includes(method))
        .map((method) => [section, path, method]),
    ),
  )
  const found = operations
    .filter((keys) => from.at(keys) !== undefined)
    .flatMap((keys) => [judgeSecurity(keys, from, to), judgeServers(keys, from, to)])
    .filter((change) => change !== undefined)
  return [...new Map(found.map((one) => [`${one.keys.join()} ${one.said[0]}`, one])).values()]
}

function judgeSecurity(keys: Keys, from: SpecDocument, to: SpecDocument): AccessChange | undefined {
  // A webhook uses only the security that it states itself.
  const isSent = keys[0] === 'webhooks'
  const levels = isSent ? [keys] : [keys, []]
  const [before, after] = [closest('security', levels, from), closest('security', levels, to)]
  const kept = compareSets(waysOf(before?.node, from), waysOf(after?.node, to), lets)
  if (kept === 'same') return undefined
  return toChange(
    { before, after, to },
    kept === 'grown' && !isSent
      ? ['security-loosened', 'calls may also authenticate in another way']
      : ['security-changed', 'the current way to authenticate no longer works'],
  )
}

function judgeServers(keys: Keys, from: SpecDocument, to: SpecDocument): AccessChange | undefined {
  if (keys[0] === 'webhooks') return undefined
  const levels = [keys, keys.slice(0, 2), []]
  const [before, after] = [closest('servers', levels, from), closest('servers', levels, to)]
  const kept = compareSets(serversOf(before?.node, from), serversOf(after?.node, to), keeps)
  if (kept === 'same') return undefined
  return toChange(
    { before, after, to },
    kept === 'grown'
      ? ['server-added', 'calls may also go to another server']
      : ['server-changed', 'calls go to another server'],
  )
}

/** `grown` if the new set serves each member of the old one, `same` if that holds both ways. */
function compareSets<T>(old: T[], fresh: T[], serves: (one: T, other: T) => boolean) {
  if (!old.every((one) => fresh.some((other) => serves(other, one)))) return 'changed'
  return fresh.every((one) => old.some((other) => serves(other, one))) ? 'same' : 'grown'
}

function closest(name: string, levels: readonly Keys[], document: SpecDocument): Spot | undefined {
  for (const level of levels) {
    const keys = [...level, name]
    const node = document.at(keys)
    if (node !== undefined) return { keys, node }
  }
  return undefined
}

interface Ends {
  before: Spot | undefined
  after: Spot | undefined
  to: SpecDocument
}

function toChange({ before, after, to }: Ends, said: Said): AccessChange {
  const place = after ?? before ?? { keys: [], node: to.root }
  return { ...place, isRevised: after !== undefined || before === undefined, said }
}

/** A scheme that a call must satisfy: its parts, as `key=value`, and the scopes that it requires. */
interface Demand {
  parts: string[]
  scopes: string[]
}

/** One way to authenticate: it must meet all demands at once. */
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
const lets = (way: Way, old: Way): boolean =>
  way.every((demand) => old.some((known) => isMet(demand, known)))

/** Another flow or another scope on offer asks nothing of existing callers. */
const isMet = (demand: Demand, known: Demand): boolean =>
  known.parts.every((part) => demand.parts.includes(part)) &&
  demand.parts.every((part) => known.parts.includes(part) || part.startsWith('/flows/')) &&
  demand.scopes.every((scope) => known.scopes.includes(scope))

interface Server {
  url: string
  variables: { [name: string]: { default?: unknown; enum?: unknown[] } | undefined }
}

/** The servers that a list names; without a list, the server of the document itself. */
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
      // Without a list of values, the default only shows what to write.
      const isPlaceholder = one !== undefined && other !== undefined && other.enum === undefined
      return (one?.default === other?.default || isPlaceholder) && isEveryKept && !isClosed
    })
  )
}
