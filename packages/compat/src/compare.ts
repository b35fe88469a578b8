import { isDeepStrictEqual } from 'node:util'
import { compareBehaviour } from './compare-behaviour.ts'
import { rootUses } from './document/asyncapi-routes.ts'
import type { SpecDocument } from './document/open-document.ts'
import { CompatError } from './errors.ts'
import { type DocumentKind, type Finding, highestOf, type Level, levels } from './finding.ts'
import { generateSide } from './generated-side.ts'
import { publishedPackages, reachOf } from './packages.ts'
import type { SideOptions } from './sides/git.ts'
import { openSide, type Side } from './sides/open-side.ts'
import { compareWire } from './wire/compare-wire.ts'

/** What to compare, and where to look for it. */
export type CompareOptions = Partial<SideOptions>

/** What the step from one version of the contract to the other asks for. */
export interface Comparison {
  from: string
  to: string
  /** The highest of everything below. */
  level: Level
  documents: { [kind in DocumentKind]?: Level }
  /** By short name, in the order in which the contract flows. */
  packages: { [name: string]: Level }
  /** The most severe first. */
  findings: Finding[]
  /** How many values the validators of both sides were tried on, and how many one of them refused. */
  behaviour: { payloads: number; refusals: number }
}

/**
 * Compares two versions of the contract; each is a path or a git revision.
 * Rejects with a `CompatError` if there is nothing to compare.
 */
export async function compare(
  from: string,
  to: string,
  { cwd = process.cwd(), specs = 'specs' }: CompareOptions = {},
): Promise<Comparison> {
  const sides: Side[] = []
  try {
    for (const name of [from, to]) sides.push(openSide(name, { cwd, specs }))
    return await compareSides(sides[0] as Side, sides[1] as Side)
  } finally {
    for (const side of sides) side.close()
  }
}

/** `compare` for open sides. */
export async function compareSides(from: Side, to: Side): Promise<Comparison> {
  const [one, other] = toSameKinds(from, to)
  const seen = (['openapi', 'asyncapi'] as const).flatMap((kind) =>
    compareKind(one.documents[kind], other.documents[kind]),
  )
  const [before, after, { compareTypes }] = await Promise.all([
    generateSide(one),
    generateSide(isSame(one, other) ? one : other),
    // Brings a compiler with it, so it is loaded when there is something to compare.
    import('./compare-types.ts'),
  ])
  const known = [...seen, ...compareTypes(before, after)]
  const { findings, ...behaviour } = await compareBehaviour(before, after, { known })
  return toComparison([...known, ...findings], { from: one, to: other, behaviour })
}

/** Whether the documents are equal, text included. The comparison of the wire has read all their files. */
function isSame(one: Side, other: Side): boolean {
  const [before, after] = [one, other].map(({ documents }) =>
    [documents.openapi, documents.asyncapi].map((document) => document?.contents),
  )
  return isDeepStrictEqual(before, after)
}

/** A file is a document of one kind, so only that kind is compared with a folder on the other side. */
function toSameKinds(from: Side, to: Side): [Side, Side] {
  if (from.isWhole && to.isWhole) return [from, to]
  const kindsOf = ({ documents }: Side) => Object.keys(documents) as DocumentKind[]
  const narrow = (side: Side, kinds: readonly DocumentKind[]): Side => ({
    ...side,
    documents: Object.fromEntries(
      kinds.flatMap((kind) => (side.documents[kind] ? [[kind, side.documents[kind]]] : [])),
    ),
  })
  const one = from.isWhole ? narrow(from, kindsOf(to)) : from
  const other = to.isWhole ? narrow(to, kindsOf(from)) : to
  const [kinds, others] = [one, other].map((side) => kindsOf(side).join())
  if (kinds === others) return [one, other]
  const message = `${from.label} and ${to.label} cannot be compared: ${kinds || 'no document'} and ${others || 'no document'}. Name two documents of the same kind.`
  throw new CompatError('kinds-differ', message)
}

function compareKind(from: SpecDocument | undefined, to: SpecDocument | undefined): Finding[] {
  const document = to ?? from
  if (document === undefined) return []
  if (from !== undefined && to !== undefined) {
    checkVersions(from, to)
    return compareWire(from, to)
  }
  const isGone = to === undefined
  const level = isGone ? ('major' as const) : ('minor' as const)
  const change = { document: document.kind, level, hits: [rootUses[document.kind].party] }
  return [
    {
      layer: 'wire',
      ...change,
      pointer: '#',
      source: {
        side: isGone ? 'from' : 'to',
        file: document.nameOf(document.path),
        pointer: '',
        line: 1,
      },
      packages: reachOf(change),
      rule: isGone ? 'document-removed' : 'document-added',
      message: `the document \`${document.nameOf(document.path)}\` is ${isGone ? 'gone' : 'new'}`,
      advice: isGone ? 'Bring it back.' : 'Nothing.',
    },
  ]
}

function checkVersions(from: SpecDocument, to: SpecDocument): void {
  const [one, other] = [from, to].map(({ version }) => version.split('.').slice(0, 2).join('.'))
  if (one === other) return
  const message = `The sides are written in different versions of their format: ${from.kind} ${from.version} and ${to.kind} ${to.version}. Convert the older one first.`
  throw new CompatError('versions-differ', message)
}

function toComparison(
  findings: Finding[],
  { from, to, behaviour }: { from: Side; to: Side; behaviour: Comparison['behaviour'] },
): Comparison {
  const kinds = (['openapi', 'asyncapi'] as const).filter(
    (kind) => from.documents[kind] !== undefined || to.documents[kind] !== undefined,
  )
  const levelOf = (chosen: (finding: Finding) => boolean) =>
    highestOf(findings.filter(chosen).map(({ level }) => level))
  return {
    from: from.label,
    to: to.label,
    level: levelOf(() => true),
    documents: Object.fromEntries(
      kinds.map((kind) => [kind, levelOf(({ document }) => document === kind)]),
    ),
    packages: Object.fromEntries(
      publishedPackages.map(({ name }) => [name, levelOf((one) => one.packages.includes(name))]),
    ),
    findings: findings.toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level)),
    behaviour,
  }
}

/** A comparison of documents that are not ours: neither our packages nor our decisions matter. */
export function withoutPackages(comparison: Comparison): Comparison {
  return {
    ...comparison,
    packages: {},
    findings: comparison.findings.map((finding) => ({
      ...finding,
      packages: [],
      message: finding.message.replace(/`@partner-platform\/(\w+)`/, 'generated code ($1)'),
      advice: finding.advice.replaceAll(/,? ?\(D-026\)/g, ''),
    })),
  }
}
