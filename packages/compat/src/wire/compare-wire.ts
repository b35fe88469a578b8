import { isDeepStrictEqual } from 'node:util'
import { escapeKey, type SpecDocument } from '../document/open-document.ts'
import { type Finding, levels } from '../finding.ts'
import { reachOf } from '../packages.ts'
import type { Change } from './change.ts'
import { compareAccess } from './compare-access.ts'
import { compareConstants } from './compare-constants.ts'
import { findChanges } from './find-changes.ts'
import { judgeAsyncApi } from './judge-asyncapi.ts'
import { judgeOpenApi } from './judge-openapi.ts'
import { judgeSchema } from './judge-schema.ts'
import { type Judge, type Judgement, judgeRest, patch, type Scene } from './judgement.ts'

/** The first that speaks decides. */
const judges: readonly Judge[] = [judgeAsyncApi, judgeOpenApi, judgeSchema, judgeRest]

interface Documents {
  from: SpecDocument
  to: SpecDocument
}

type Ends = Pick<Change, 'before' | 'after'> & Partial<Pick<Change, 'holders'>>

/** What changed on the wire between two documents of one kind. */
export function compareWire(from: SpecDocument, to: SpecDocument): Finding[] {
  const isOpenApi = to.kind === 'openapi'
  const found = groupByPlace(findChanges(from, to)).map((group) => judgeGroup(group, { from, to }))
  const access = isOpenApi ? compareAccess(from, to) : []
  const judged = access.map(({ keys, node, isRevised, judgement }) => {
    const source = sourceOf(isRevised ? { after: node } : { before: node }, { from, to })
    const hits = [keys[0] === 'webhooks' ? ('receiver' as const) : ('caller' as const)]
    return toFinding(judgement, { pointer: toPointer(keys), source, hits, document: to })
  })
  const hits = [isOpenApi ? ('caller' as const) : ('receiver' as const)]
  const constants = compareConstants(from, to).map(({ pointer, judgement }) =>
    toFinding(judgement, { pointer, source: null, hits, document: to }),
  )
  const findings = [...found, ...judged, ...constants]
  // The walk has read every file that the two documents refer to.
  if (findings.length > 0 || isDeepStrictEqual(from.contents, to.contents)) return findings
  const judgement = patch('text-changed', 'it is written in another way and says the same')
  return [toFinding(judgement, { pointer: '#', source: null, hits: [], document: to })]
}

/** Changes at the same place in the files: several parts use it, or it travels both ways. */
function groupByPlace(changes: readonly Change[]): [Change, ...Change[]][] {
  const groups = new Map<string, [Change, ...Change[]]>()
  for (const change of changes) {
    const { type, kind, property, before, after } = change
    const ends = [before, after].map((end) => end && `${end.file} ${end.pointer}`)
    const place = JSON.stringify([type, kind, property, ...ends])
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [change])
    else group.push(change)
  }
  return [...groups.values()]
}

function judgeGroup(group: [Change, ...Change[]], documents: Documents): Finding {
  const judgements = group.flatMap((change) =>
    change.uses.map((use) => {
      return judge(change, { ...documents, keys: change.keys, fromKeys: change.fromKeys, use })
    }),
  )
  const judgement = judgements.reduce((one, other) =>
    levels.indexOf(other.level) > levels.indexOf(one.level) ? other : one,
  )
  return toFinding(judgement, {
    pointer: toPointer(group[0].keys),
    source: sourceOf(group[0], documents),
    hits: [...new Set(group.flatMap(({ uses }) => uses.map(({ party }) => party)))],
    document: documents.to,
  })
}

function judge(change: Change, scene: Scene): Judgement {
  for (const one of judges) {
    const judgement = one(change, scene)
    if (judgement !== undefined) return judgement
  }
  throw new Error(`No judge for ${change.type} at ${toPointer(change.keys)}.`)
}

/** Where a change is written, with its line on the newer side. For a removed part, the line of its parent. */
function sourceOf({ before, after, holders }: Ends, { from, to }: Documents): Finding['source'] {
  const end = after ?? before
  if (end === undefined) return null
  const file = (after ? to : from).nameOf(end.file)
  const place = after ?? holders?.to.node
  const isThere = place !== undefined && to.nameOf(place.file) === file
  const line = isThere ? to.lineOf(place) : undefined
  return { file, pointer: end.pointer, ...(line !== undefined && { line }) }
}

function toPointer(keys: readonly string[]): string {
  return `#${keys.map((key) => `/${escapeKey(key)}`).join('')}`
}

function toFinding(
  { hits: own, bindsSender = false, ...judgement }: Judgement,
  {
    pointer,
    source,
    hits,
    document,
  }: Pick<Finding, 'pointer' | 'source' | 'hits'> & { document: SpecDocument },
): Finding {
  const finding = {
    ...judgement,
    document: document.kind,
    hits: own ?? [...hits, ...(bindsSender ? (['sender'] as const) : [])],
  }
  return { layer: 'wire', pointer, source, ...finding, packages: reachOf(finding) }
}
