import { posix } from 'node:path'
import { nearestName } from '../contract/nearest-name.ts'
import { entriesOf, isRecord, toNodeName, toPointer, valueAt } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import {
  listReferences,
  operatorDocument,
  type Place,
  type Reference,
} from '../contract/references.ts'
import { schemasIn } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'

/** References that dangle, leave the folder or lead in a circle, and schemas that none leads to. */
export function* checkReferences(specs: Specs): Iterable<Found> {
  const references = listReferences(specs)
  for (const reference of references) {
    const { file, path } = reference
    const finding = checkTarget(specs, reference)
    if (finding) yield { file, path, ...finding }
  }
  yield* checkCycles(references)
  yield* checkUnused(specs, references)
}

function checkTarget(specs: Specs, { file, path, text, target }: Reference): Finding | undefined {
  if ('remote' in target || text.startsWith('/') || target.file.startsWith('../')) {
    const rule = 'remote' in target ? 'documents/remote-ref' : 'documents/outside-ref'
    const message = `${text} is outside this folder, but the contract must be self-contained.`
    const fix = 'Copy the target into schemas/ and refer to it as ./schemas/<name>.yaml.'
    return { rule, message, fix }
  }
  if (target.file === operatorDocument && file !== operatorDocument) {
    const message = `${text} is part of the operator surface, not of the contract with partners.`
    const fix = 'Put what both need into schemas/, and refer to it from both.'
    return { rule: 'documents/operator-ref', message, fix }
  }
  const rule = 'documents/dangling-ref'
  if (!specs.bytes.has(target.file)) {
    const [folder = ''] = /^examples\/[^/]+\//.exec(target.file) ?? []
    const files = [...specs.bytes.keys()].filter((one) => one.startsWith(folder))
    const near = nearestName(target.file, files)
    const fix = `${near ? `Write ${toRelative(file, near)}, or add` : 'Add'} ${target.file}.`
    return { rule, message: `${text} names a file that does not exist.`, fix }
  }
  const value = specs.files.get(target.file)?.value
  const found = valueAt(value, target.path)
  // A part of an example may be any value; every other target is an object.
  const isEnough = isRecord(found) || path.at(-1) !== '$ref' || target.file.endsWith('.json')
  if (target.path.length === 0 || (found !== undefined && isEnough)) return undefined
  const what =
    found === undefined ? 'a place that does not exist' : 'something that is not an object'
  return { rule, message: `${text} names ${what}.`, fix: suggestPlace(target, value, text) }
}

/** The same pointer with one key corrected, if that leads to a target; else the names at the last good place. */
function suggestPlace({ file, path }: Place, value: unknown, text: string): string {
  const name = text.split('#')[0] ?? ''
  const found = path.findIndex((_, at) => valueAt(value, path.slice(0, at + 1)) === undefined)
  const wrong = found < 0 ? path.length - 1 : found
  const parent = path.slice(0, wrong)
  const pointerTo = (key: string) => toPointer([...parent, key, ...path.slice(wrong + 1)])
  const names = entriesOf(valueAt(value, parent)).flatMap(([key, one]) =>
    isRecord(one) ? [key] : [],
  )
  const isSchemaFile = file.startsWith('schemas/')
  const places = new Set(schemasIn(value).map(([, path]) => toPointer(path)))
  const candidates = names.filter((key) => !isSchemaFile || places.has(pointerTo(key)))
  const near = nearestName(String(path[wrong]), candidates)
  if (near) return `Write ${name}#${pointerTo(near)}.`
  if (isSchemaFile) return `Write ${name || '#'}, which is the whole schema.`
  return names.length > 0
    ? `Name one of ${names.join(', ')} below #${toPointer(parent)}.`
    : `Correct it: #${toPointer(parent)} has nothing below it.`
}

function toRelative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Keywords that judge the same value again, so that a `$ref` below them makes no step into it. */
const noStep = /^(?:\/(?:allOf|anyOf|oneOf)\/\d+|\/(?:not|if|then|else))*$/

/**
 * References that lead in a circle and never into a property or an item, so that no reader of the
 * schema would end; each circle once.
 */
function* checkCycles(references: readonly Reference[]): Iterable<Found> {
  const followed = references.flatMap(({ path, file, target }) =>
    path.at(-1) === '$ref' && 'file' in target
      ? [{ file, path, target, place: toPointer(path.slice(0, -1)) }]
      : [],
  )
  type Followed = (typeof followed)[0]
  const next = ({ target }: Followed) => {
    const from = toPointer(target.path)
    return followed.filter(
      ({ file, place }) =>
        file === target.file && place.startsWith(from) && noStep.test(place.slice(from.length)),
    )
  }
  /** The shortest way from a reference back to itself. */
  const wayBack = (start: Followed): Followed[] | undefined => {
    const ways = [[start]]
    const seen = new Set<Followed>()
    for (const way of ways)
      for (const one of next(way.at(-1) ?? start)) {
        if (one === start) return way
        if (!seen.has(one)) ways.push([...way, one])
        seen.add(one)
      }
    return undefined
  }
  const told = new Set<Followed>()
  for (const reference of followed) {
    const cycle = told.has(reference) ? undefined : wayBack(reference)
    if (!cycle) continue
    for (const one of cycle) told.add(one)
    const members = cycle.map(({ target }) => toNodeName(target.file, target.path))
    const message = `This $ref leads back to itself: ${[members.at(-1), ...members].join(' → ')}.`
    const fix = 'Remove one of them; a schema may refer to itself only under properties or items.'
    yield { file: reference.file, path: reference.path, rule: 'documents/cyclic-ref', message, fix }
  }
}

function* checkUnused({ files }: Specs, references: readonly Reference[]): Iterable<Found> {
  for (const name of files.keys()) {
    if (!name.startsWith('schemas/')) continue
    const isUsed = references.some(
      ({ file, target }) =>
        'file' in target && target.file === name && file !== name && file !== operatorDocument,
    )
    if (isUsed) continue
    const message = 'No document refers to this schema.'
    const fix = `Refer to it with $ref: ./${name}, or delete it and its examples.`
    yield { file: name, path: [], rule: 'documents/unused-schema', message, fix }
  }
}
