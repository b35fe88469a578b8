import { isDeepStrictEqual } from 'node:util'
import { type Use, useOf, usesOfParts } from '../document/directions.ts'
import { escapeKey, keyOf, keysOf, type SpecDocument } from '../document/spec-document.ts'
import { type Finding, levels } from '../finding.ts'
import { reachOf } from '../packages.ts'
import { compareAccess, isAccess } from './compare-access.ts'
import { compareConstants } from './compare-constants.ts'
import { findUnseen } from './find-unseen.ts'
import { isSameSchema } from './is-same-schema.ts'
import { judgeAsyncApi } from './judge-asyncapi.ts'
import { judgeOpenApi } from './judge-openapi.ts'
import { judgeRest } from './judge-rest.ts'
import { judgeSchema } from './judge-schema.ts'
import { type Judge, type Judgement, patch } from './judgement.ts'
import type { Redocly } from './redocly.ts'
import type { RedoclyChange } from './redocly-change.ts'

/** The first that speaks decides. */
const judges: readonly Judge[] = [judgeAsyncApi, judgeOpenApi, judgeSchema, judgeRest]

/** What changed on the wire between two documents of one kind: what Redocly sees, judged anew, and what it does not. */
export async function compareWire(
  from: SpecDocument,
  to: SpecDocument,
  { redocly }: { redocly: Redocly },
): Promise<Finding[]> {
  const uses = { from: usesOfParts(from), to: usesOfParts(to) }
  // All that they refer to was read for that.
  if (isDeepStrictEqual(from.contents, to.contents)) return []
  const { changes } = await redocly.diff(from.path, to.path)
  const isOpenApi = to.kind === 'openapi'
  const found = [...changes, ...findUnseen(from, to)]
    .filter((change) => !(isOpenApi && isAccess(change, keysOf(change.path))))
    .map((change) => judgeChange(change, { from, to, uses }))
  const access = isOpenApi ? compareAccess(from, to) : []
  const judged = access.map(({ keys, node, isRevised, judgement }) => {
    const source = { file: (isRevised ? to : from).nameOf(node.file), pointer: node.pointer }
    const pointer = `#${keys.map((key) => `/${escapeKey(key)}`).join('')}`
    const parties = [useOf(keys, to).party]
    return toFinding(judgement, { pointer, source, parties, document: to })
  })
  const constants = compareConstants(from, to).map(({ pointer, judgement }) =>
    toFinding(judgement, { pointer, source: null, parties: [partyOf(to)], document: to }),
  )
  const findings = [...found, ...judged, ...constants]
  if (findings.length === 0) {
    const judgement = patch('text-changed', 'it is written in another way and says the same')
    return [toFinding(judgement, { pointer: '#', source: null, parties: [], document: to })]
  }
  return findings
}

interface Setting {
  from: SpecDocument
  to: SpecDocument
  uses: { from: Map<string, Use[]>; to: Map<string, Use[]> }
}

function judgeChange(change: RedoclyChange, { from, to, uses }: Setting): Finding {
  const keys = keysOf(change.path)
  const end = change.revision ?? change.base
  const isRevised = change.revision !== undefined
  const source = end && {
    file: (isRevised ? to : from).nameOf(end.file),
    pointer: end.pointer.replace(/^#/, ''),
    ...(isRevised && end.line !== undefined && { line: end.line }),
  }
  const near = [...usesNear(change.base, uses.from), ...usesNear(change.revision, uses.to)]
  const found = near.length > 0 ? near : [useOf(keys, to)]
  const judgements = isSameSchema({ keys, from, to })
    ? [patch('text-changed', 'the schema is written in another way and says the same')]
    : found.map((use) => judgeAs(change, { from, to, keys, use }))
  const judgement = judgements.reduce((one, other) =>
    levels.indexOf(other.level) > levels.indexOf(one.level) ? other : one,
  )
  const parties = [...new Set(found.map(({ party }) => party))]
  return toFinding(judgement, {
    pointer: change.path,
    source: source ?? null,
    parties,
    document: to,
  })
}

function judgeAs(change: RedoclyChange, scene: Parameters<Judge>[1]): Judgement {
  for (const judge of judges) {
    const judgement = judge(change, scene)
    if (judgement !== undefined) return judgement
  }
  throw new Error(`Nobody judged ${change.typeName} at ${change.path}.`)
}

/** The uses of the closest part around a place that has any. */
function usesNear(end: RedoclyChange['base'], uses: Map<string, Use[]>): Use[] {
  if (end === undefined) return []
  let pointer = end.pointer.replace(/^#/, '')
  for (;;) {
    const found = uses.get(keyOf({ file: end.file, pointer }))
    if (found !== undefined) return found
    if (pointer === '') return []
    pointer = pointer.slice(0, pointer.lastIndexOf('/'))
  }
}

function partyOf({ kind }: SpecDocument): Use['party'] {
  return kind === 'openapi' ? 'caller' : 'receiver'
}

function toFinding(
  { hits, bindsSender = false, ...judgement }: Judgement,
  {
    pointer,
    source,
    parties,
    document,
  }: Pick<Finding, 'pointer' | 'source'> & { parties: Finding['hits']; document: SpecDocument },
): Finding {
  const finding = {
    ...judgement,
    document: document.kind,
    hits: hits ?? [...parties, ...(bindsSender ? (['sender'] as const) : [])],
  }
  return { layer: 'wire', pointer, source, ...finding, packages: reachOf(finding) }
}
