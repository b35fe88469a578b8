import type { SpecDocument, SpecNode } from '../document/spec-document.ts'
import { advice, type Judgement, major, minor } from './judgement.ts'
import { lets, waysOf } from './security-of.ts'
import { keeps, serversOf } from './servers-of.ts'

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
