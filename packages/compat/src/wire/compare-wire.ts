import { isDeepStrictEqual } from 'node:util'
import { rootUses } from '../document/asyncapi-routes.ts'
import { keyOf, type SpecDocument, toPointer } from '../document/open-document.ts'
import { type Finding, levels } from '../finding.ts'
import { reachOf } from '../packages.ts'
import { compareAccess } from './compare-access.ts'
import { compareConstants } from './compare-constants.ts'
import { findChanges } from './find-changes.ts'
import { judgeAsyncApi } from './judge-asyncapi.ts'
import { judgeOpenApi } from './judge-openapi.ts'
import { judgeSchema } from './judge-schema.ts'
import { type Change, type Judgement, judgeRest, type Scene, toJudgement } from './judgement.ts'

type Documents = Omit<Scene, 'use'>

/** What changed on the wire between two documents of one kind. */
export function compareWire(from: SpecDocument, to: SpecDocument): Finding[] {
  const documents = { from, to }
  const { party } = rootUses[to.kind]
  const access = to.kind === 'openapi' ? compareAccess(from, to) : []
  const findings = [
    ...groupByPlace(findChanges(from, to)).map((group) => judgeGroup(group, documents)),
    ...access.map(({ keys, node, isRevised, said }) => {
      const source = sourceOf(isRevised ? { after: node } : { before: node }, documents)
      const hits = [keys[0] === 'webhooks' ? ('receiver' as const) : party]
      const place = { pointer: toPointer(keys), source, hits }
      return toFinding(toJudgement(said, 'reads'), place, to)
    }),
    ...compareConstants(from, to).map(({ name, said }) => {
      const keys = ['x-constants', name]
      const [before, after] = [from.at(keys), to.at(keys)]
      const source = sourceOf({ ...(before && { before }), ...(after && { after }) }, documents)
      const place = { pointer: toPointer(keys), source, hits: [party] }
      return toFinding(toJudgement(said, 'reads'), place, to)
    }),
  ]
  // The walk has read every file that the two documents refer to.
  if (findings.length > 0 || isDeepStrictEqual(from.contents, to.contents)) return findings
  const message = 'the document is written differently but means the same'
  const judgement = toJudgement(['text-changed', message], 'reads')
  const source = sourceOf({ after: to.root }, documents)
  return [toFinding(judgement, { pointer: '#', source, hits: [] }, to)]
}

/** Changes at the same place in the files: several parts use it, or it travels both ways. */
function groupByPlace(changes: readonly Change[]): [Change, ...Change[]][] {
  const groups = Map.groupBy(changes, ({ type, kind, property, before, after }) =>
    JSON.stringify([type, kind, property, before && keyOf(before), after && keyOf(after)]),
  )
  return [...groups.values()] as [Change, ...Change[]][]
}

/** The most severe judgement of a change for any of its uses. */
function judgeGroup(group: [Change, ...Change[]], documents: Documents): Finding {
  const judgements = group.flatMap((change) =>
    change.uses.map((use) => {
      const scene = { ...documents, use }
      const said =
        judgeAsyncApi(change, scene) ??
        judgeOpenApi(change, scene) ??
        judgeSchema(change, scene) ??
        judgeRest(change, scene)
      return toJudgement(said, use.direction)
    }),
  )
  const judgement = judgements.reduce((one, other) =>
    levels.indexOf(other.level) > levels.indexOf(one.level) ? other : one,
  )
  const [first] = group
  const place = {
    pointer: toPointer(first.keys),
    source: sourceOf(first, documents),
    hits: [...new Set(group.flatMap(({ uses }) => uses.map(({ party }) => party)))],
  }
  return toFinding(judgement, place, documents.to)
}

type Ends = Pick<Change, 'before' | 'after'> & Partial<Pick<Change, 'holders'>>

/** Where a change is written: on the newer side, or on the older one if the part is gone. */
function sourceOf({ before, after, holders }: Ends, { from, to }: Documents): Finding['source'] {
  const end = after ?? before
  if (end === undefined) return null
  const document = after ? to : from
  const file = document.nameOf(end.file)
  const line = document.lineOf(end)
  const parent = after ? undefined : holders?.to.node
  const near = parent && to.nameOf(parent.file) === file ? to.lineOf(parent) : undefined
  return {
    side: after ? 'to' : 'from',
    file,
    pointer: end.pointer,
    ...(line !== undefined && { line }),
    ...(near !== undefined && { near }),
  }
}

function toFinding(
  { hits: own, bindsSender, ...judgement }: Judgement,
  { hits, ...place }: Pick<Finding, 'pointer' | 'source' | 'hits'>,
  { kind }: SpecDocument,
): Finding {
  const met = own ?? [...hits, ...(bindsSender ? (['sender'] as const) : [])]
  const finding = { ...judgement, document: kind, hits: met }
  return { layer: 'wire', ...place, ...finding, packages: reachOf(finding) }
}
