import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReaders, type Reader } from '@partner-platform/codegen'
import { directionsOfRoutes, rootUses } from './document/asyncapi-routes.ts'
import { keyOf, keysOf, type SpecNode, toPointer } from './document/open-document.ts'
import { type DocumentKind, type Finding, isBelow } from './finding.ts'
import { fileOf, type GeneratedSide, originOf } from './generated-side.ts'
import { reachOf } from './packages.ts'
import type { Side } from './sides/open-side.ts'

/**
 * Old readers meet what may be sent now, and new readers what was sent before. What they refuse is a
 * finding, unless it follows from one of `known`.
 */
export async function compareBehaviour(
  from: GeneratedSide,
  to: GeneratedSide,
  { known }: { known: readonly Finding[] },
) {
  const findings: Finding[] = []
  const result = { findings, payloads: 0, refusals: 0 }
  const codeOf = ({ files }: GeneratedSide) =>
    [files.get('validators.js'), files.get('parsers.ts')].join()
  // The same code says the same of every value.
  if (codeOf(from) === codeOf(to)) return result
  const [before, after] = await Promise.all([loadChecks(from), loadChecks(to)])
  for (const traveller of travellingSchemas(to.side)) {
    const { schema, document, isSent } = traveller
    const [old, fresh] = [before.get(schema), after.get(schema)]
    if (old === undefined || fresh === undefined) continue
    const payloads = collectPayloads(schema, [from.side, to.side])
    const keywords = new Set<string>()
    const count = (writer: Checks, reader: Checks): number => {
      const reasons = payloads
        .filter((value) => writer.sent(value) === null)
        .map((value) => reader.received(value))
        .filter((found) => found !== null)
      for (const { keyword } of reasons.flat()) keywords.add(keyword)
      return reasons.length
    }
    // What callers may send from now on meets new servers only.
    const [byOld, byFresh] = [isSent ? count(fresh, old) : 0, count(old, fresh)]
    result.payloads += payloads.length
    result.refusals += byOld + byFresh
    if (byOld + byFresh === 0) continue
    const places = new Set([from, to].flatMap(({ side }) => [...placesOf(schema, side, document)]))
    if (known.some((finding) => explains(finding, { document, places, keywords }))) continue
    findings.push(toFinding(traveller, { byOld, byFresh, generated: to }))
  }
  return result
}

interface Refused {
  byOld: number
  byFresh: number
  generated: GeneratedSide
}

function toFinding(
  { schema, document, isSent }: Traveller,
  { byOld, byFresh, generated }: Refused,
): Finding {
  const { pointer, source } = originOf(schema, generated, 'to')
  const seen = { document, level: 'major' as const, hits: [rootUses[document].party] }
  const texts = [
    byOld > 0 && `old readers refuse ${countValues(byOld)} that may be sent now`,
    byFresh > 0 &&
      `new ${isSent ? 'readers' : 'servers'} refuse ${countValues(byFresh)} sent before`,
  ]
  return {
    layer: 'behaviour',
    ...seen,
    pointer,
    source,
    packages: reachOf(seen),
    rule: byOld > 0 ? 'old-reader-refuses' : 'new-reader-refuses',
    message: `\`${schema}\`: ${texts.filter(Boolean).join(', and ')}`,
    advice: 'Find the rule of the schema that causes this, and undo its change.',
  }
}

/**
 * Values to try on the validators of a schema: the examples of both sides; and for each place in them, one
 * copy without the member and some with another value. The validators decide which of them count.
 */
function collectPayloads(schema: string, sides: readonly Side[]): unknown[] {
  const folder = schema.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
  const folders = new Set(sides.map((side) => join(side.folder, 'examples', folder)))
  const examples = new Set([...folders].flatMap(readExamples))
  const texts = new Set(examples)
  const varied = new Set<string>()
  for (const text of examples) {
    for (const variant of variantsOf(JSON.parse(text), { path: '', varied })) {
      texts.add(JSON.stringify(variant))
    }
  }
  return [...texts].map((text) => JSON.parse(text))
}

function readExamples(folder: string): string[] {
  return ['valid', 'tolerated'].flatMap((kind) => {
    const place = join(folder, kind)
    if (!existsSync(place)) return []
    const files = readdirSync(place).filter((name) => name.endsWith('.json'))
    return files
      .sort()
      .map((file) => JSON.stringify(JSON.parse(readFileSync(join(place, file), 'utf8'))))
  })
}

/** Replacements for a value: of its own type and others, at the usual limits of schemas. */
const replacements: readonly unknown[] = ['', 'x', 'A1', 0, -1, 1.5, true, null, [], {}]

function* variantsOf(
  value: unknown,
  { path, varied }: { path: string; varied: Set<string> },
): Generator<unknown> {
  if (!varied.has(path)) yield* replacements
  varied.add(path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    // The items of a list are alike: the place of one is the place of all.
    const place = `${path}/${Array.isArray(value) ? '-' : key}`
    if (!Array.isArray(value) && !varied.has(place)) {
      const { [key]: _, ...others } = value as Record<string, unknown>
      yield others
    }
    for (const variant of variantsOf(member, { path: place, varied })) {
      yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant }
    }
  }
}

/** The places that a schema is made of, references followed: `file pointer`, relative to the side. */
function placesOf(schema: string, side: Side, kind: DocumentKind): Set<string> {
  const places = new Set<string>()
  const document = side.documents[kind]
  const location = side.contract.schemas.find(({ name }) => name === schema)?.location
  if (document === undefined || location === undefined) return places
  const visit = (node: SpecNode) => {
    const place = `${document.nameOf(node.file)} ${node.pointer}`
    if (places.has(place)) return
    places.add(place)
    if (typeof node.value !== 'object' || node.value === null) return
    for (const key of Object.keys(node.value)) {
      const child = document.child(node, key)
      if (child !== undefined) visit(child)
    }
  }
  const root = document.in(join(side.folder, fileOf(location)), keysOf(location.pointer))
  if (root !== undefined) visit(root)
  return places
}

interface Refusal {
  document: DocumentKind
  places: ReadonlySet<string>
  keywords: ReadonlySet<string>
}

/**
 * Whether a finding explains a refusal: it is in the schema and breaks it, or it is a member that the sender
 * must send first and that alone is missing.
 */
function explains({ document, level, hits, source }: Finding, refusal: Refusal): boolean {
  if (document !== refusal.document || source === null) return false
  const isMissed = [...refusal.keywords].every((keyword) => keyword === 'required')
  if (isBelow(level, 'major') && !(level === 'minor' && hits.includes('sender') && isMissed)) {
    return false
  }
  const keys = keysOf(source.pointer)
  return [...keys, ''].some((_, end) =>
    refusal.places.has(`${source.file} ${toPointer(keys.slice(0, end)).slice(1)}`),
  )
}

/** A schema whose values go over the wire, and which way. */
interface Traveller {
  schema: string
  document: DocumentKind
  isSent: boolean
}

/** What the platform sends and reads: bodies, payloads, headers, parameters. */
function travellingSchemas({ contract, documents, folder }: Side): Traveller[] {
  const { operations, messages } = contract
  const directions = documents.asyncapi && directionsOfRoutes(documents.asyncapi)
  const found = [
    ...operations.flatMap(({ responses, parameters, requestBody }) => [
      ...responses.flatMap(({ body, headers }) =>
        [body, ...headers].map((part) => ({ schema: part?.schema, isSent: true })),
      ),
      ...[requestBody, ...parameters].map((part) => ({ schema: part?.schema, isSent: false })),
    ]),
  ].map((part) => ({ ...part, document: 'openapi' as const }))
  const carried = messages.flatMap(({ payload, headers, location }) => {
    const place = keyOf({ file: join(folder, fileOf(location)), pointer: location.pointer })
    const ways = [...(directions?.get(place) ?? ['sends'])]
    return [payload, ...headers.map(({ schema }) => schema)].flatMap((schema) =>
      ways.map((way) => ({ schema, isSent: way === 'sends', document: 'asyncapi' as const })),
    )
  })
  const unique = new Map<string, Traveller>()
  for (const { schema, ...part } of [...found, ...carried]) {
    if (schema) unique.set(`${schema} ${part.isSent}`, { schema, ...part })
  }
  return [...unique.values()]
}

/** Why a value is refused, by JSON Schema keyword; null if it is accepted. */
type Check = (value: unknown) => { keyword: string }[] | null

/** The two validators of a schema: what may be sent, and what readers take. */
type Checks = Record<'sent' | 'received', Check>

/** The generated validators of a side at work, by name of the schema. Nothing is written to disk. */
async function loadChecks({ files, side }: GeneratedSide): Promise<Map<string, Checks>> {
  const code = files.get('validators.js') ?? ''
  const module: Record<string, Check> = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  const functions = new Map<string, string>()
  const parsers = files.get('parsers.ts') ?? ''
  const line = /^export function parse(\w+)\(.*parseValue\(check\.(\w+), value\)/gm
  for (const [, name = '', check = ''] of parsers.matchAll(line)) functions.set(name, check)
  const checks = new Map<string, Checks>()
  for (const [name, read] of createReaders(side.contract.schemas)) {
    const sent = module[functions.get(`${name}Sent`) ?? '']
    if (sent === undefined) continue
    checks.set(name, { sent, received: (value) => refusalsOf(value, { sent, read }) })
  }
  return checks
}

/** Rules that a contract may break as it grows, for readers that ignore what they do not know. */
const growing =
  /^(additionalProperties|unevaluated\w+|enum|const|anyOf|oneOf|if|not|false schema|propertyNames)$/

/**
 * Why a reader may refuse a value. Ours only leave out what they cannot use, which is then lost to them;
 * but readers made by other tools hold senders to formats and bounds.
 */
function refusalsOf(value: unknown, by: { sent: Check; read: Reader }): ReturnType<Check> {
  const { findings, value: usable } = by.read(value)
  if (findings) return findings
  const strict = (by.sent(value) ?? []).filter(({ keyword }) => !growing.test(keyword))
  if (strict.length > 0) return strict
  return Object.is(usable, value) ? null : [{ keyword: 'type' }]
}

const countValues = (count: number) => (count === 1 ? '1 value' : `${count} values`)
