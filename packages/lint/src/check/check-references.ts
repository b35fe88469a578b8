import { posix } from 'node:path'
import { nearestName } from '../contract/nearest-name.ts'
import { isRecord, type Path, toPointer, valueAt } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import {
  listReferences,
  operatorDocument,
  type Reference,
  type Target,
} from '../contract/references.ts'
import { visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { findCycles } from './find-cycles.ts'

/** References that dangle, leave the folder or lead in a circle, and schemas that none leads to. */
export function checkReferences(specs: Specs): Problem[] {
  const references = listReferences(specs)
  const dangling = references.flatMap((reference) => {
    const finding = checkTarget(specs, reference)
    const source = specs.files.get(reference.file)
    return finding && source ? [source.problem(reference.path, finding)] : []
  })
  return [...dangling, ...checkCycles(specs, references), ...checkUnused(specs, references)]
}

function checkTarget(specs: Specs, { file, path, text, target }: Reference): Finding | undefined {
  const rule = 'documents/dangling-ref'
  if ('remote' in target || text.startsWith('/') || target.file.startsWith('../')) {
    return {
      rule: 'remote' in target ? 'documents/remote-ref' : 'documents/outside-ref',
      message: `${text} is outside this folder, and the contract must be readable by itself.`,
      fix: 'Copy what is meant into schemas/ and refer to it as ./schemas/<name>.yaml.',
    }
  }
  if (target.file === operatorDocument && file !== operatorDocument) {
    return {
      rule: 'documents/operator-ref',
      message: `${text} is part of the operator surface, and not of the contract with partners.`,
      fix: 'Put what both need into schemas/, and refer to it from both.',
    }
  }
  if (!specs.bytes.has(target.file)) {
    const [folder] = /^examples\/[^/]+\//.exec(target.file) ?? []
    const files = [...specs.bytes.keys()].filter((one) => !folder || one.startsWith(folder))
    const near = nearestName(target.file, files)
    const relative = near && toRelative(file, near)
    return {
      rule,
      message: `${text} names a file that is not there.`,
      fix: relative ? `Write ${relative}, or add ${target.file}.` : `Add ${target.file}.`,
    }
  }
  const value = specs.files.get(target.file)?.value
  const found = valueAt(value, target.pointer)
  // A part of an example may be any value; all else that is referred to is an object.
  const isEnough = isRecord(found) || path.at(-1) !== '$ref' || target.file.endsWith('.json')
  if (target.pointer.length === 0 || (found !== undefined && isEnough)) return undefined
  const isThere = found !== undefined
  return {
    rule,
    message: `${text} names ${isThere ? 'what is no object' : 'a place that is not there'}.`,
    fix: suggestPlace(target, value, text),
  }
}

/** The same pointer with one key corrected, where something to refer to stands; else what there is. */
function suggestPlace(target: { file: string; pointer: Path }, value: unknown, text: string) {
  const { pointer } = target
  const file = text.split('#')[0] ?? ''
  const found = pointer.findIndex(
    (_, index) => valueAt(value, pointer.slice(0, index + 1)) === undefined,
  )
  const wrong = found < 0 ? pointer.length - 1 : found
  const parent = pointer.slice(0, wrong)
  const pointerTo = (name: string) => toPointer([...parent, name, ...pointer.slice(wrong + 1)])
  const there = valueAt(value, parent)
  const names = isRecord(there)
    ? Object.keys(there).filter((name) => isRecord(valueAt(there, [name])))
    : []
  const isSchemaFile = target.file.startsWith('schemas/')
  const places = isSchemaFile ? schemaPlaces(value) : undefined
  const near = nearestName(
    String(pointer[wrong]),
    places ? names.filter((name) => places.has(pointerTo(name))) : names,
  )
  if (near) return `Write ${file}#${pointerTo(near)}.`
  if (isSchemaFile) return `Write ${file || '#'}, which is the whole schema.`
  return `#${toPointer(parent)} has ${names.length > 0 ? names.join(', ') : 'nothing below it'}.`
}

function schemaPlaces(schema: unknown): Set<string> {
  const places = new Set<string>()
  visitSchemas(schema, (_, path) => places.add(toPointer(path)))
  return places
}

const nameOf = (target: Target) =>
  'remote' in target
    ? target.remote
    : target.file + (target.pointer.length > 0 ? `#${toPointer(target.pointer)}` : '')

function checkCycles(specs: Specs, references: Reference[]): Problem[] {
  return findCycles(references).flatMap((cycle) => {
    const members = cycle.map(({ target }) => nameOf(target))
    const [first] = cycle
    const finding = {
      rule: 'documents/cyclic-ref',
      message: `This $ref leads back to itself: ${[members.at(-1), ...members].join(' → ')}.`,
      fix: 'Take one of them away; a schema may refer to itself below properties or items only.',
    }
    return (first && specs.files.get(first.file)?.problem(first.path, finding)) ?? []
  })
}

function checkUnused(specs: Specs, references: Reference[]): Problem[] {
  const others = references.filter(
    ({ file, target }) => 'file' in target && target.file !== file && file !== operatorDocument,
  )
  const used = new Set(others.map(({ target }) => ('file' in target ? target.file : '')))
  return [...specs.files.values()]
    .filter(({ file }) => file.startsWith('schemas/') && !used.has(file))
    .map((source) =>
      source.problem([], {
        rule: 'documents/unused-schema',
        message: 'No document refers to this schema.',
        fix: `Refer to it with $ref: ./${source.file}, or delete it and its examples.`,
      }),
    )
}

function toRelative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
