import type { ErrorObject } from 'ajv'
import { didYouMean } from '../contract/nearest-name.ts'
import { fromPointer, isRecord, type Path, valueAt } from '../contract/pointer.ts'
import { type Place, toTarget } from '../contract/references.ts'
import { judgeBySchema } from './document-schema.ts'
import { type AsyncApiProblem, findRuleProblems } from './rules.ts'

/**
 * What is wrong with an AsyncAPI 3.0 document, by the JSON Schema of AsyncAPI and by rules for what a schema
 * cannot express. `asyncapi validate` finds nothing else in a document of this repository. Only that command
 * knows schema formats other than JSON Schema, and whether a newer version of AsyncAPI is out.
 */
export function findAsyncApiProblems(file: string, readFile: ReadFile): AsyncApiProblem[] {
  const written = readFile(file)
  const { value, places } = resolveDocument(file, readFile)
  const misplaced = judgeBySchema(written, 'written')
    .filter(({ params }) => params.additionalProperty === '$ref')
    .map((error) => ({
      file,
      path: [...fromPointer(error.instancePath), '$ref'],
      rule: 'misplaced-ref',
      message: 'AsyncAPI does not allow a reference here.',
      fix: 'Write the object itself instead of the reference.',
    }))
  const wrong = mostTelling(judgeBySchema(value, 'resolved')).map((error) => {
    const path = fromPointer(error.instancePath)
    const place = placeIn(value, path, places) ?? { file, path }
    const own = error.params.additionalProperty
    const at = own === undefined ? place.path : [...place.path, own]
    return { file: place.file, path: at, rule: 'schema', ...explain(error) }
  })
  return [...misplaced, ...wrong, ...findRuleProblems(file, written)]
}

const isSummary = ({ keyword }: ErrorObject) => /^(oneOf|anyOf|if|not)$/.test(keyword)

/** Errors of a branch instead of "no branch fits", and only the first error at a place. */
function mostTelling(errors: ErrorObject[]): ErrorObject[] {
  const told = new Set<string>()
  return errors.filter((error) => {
    const isExplained = errors.some(
      (other) => !isSummary(other) && other.instancePath.startsWith(error.instancePath),
    )
    const place = `${error.instancePath}/${error.params.additionalProperty ?? ''}`
    if ((isSummary(error) && isExplained) || told.has(place)) return false
    told.add(place)
    return true
  })
}

/** Where the value at a path of the resolved document is written. */
function placeIn(value: unknown, path: Path, places: WeakMap<object, Place>): Place | undefined {
  let [at, place]: [unknown, Place | undefined] = [value, undefined]
  for (const [depth, key] of [...path, ''].entries()) {
    if (typeof at !== 'object' || at === null) break
    const known = places.get(at)
    if (known) place = { file: known.file, path: [...known.path, ...path.slice(depth)] }
    at = (at as Record<string | number, unknown>)[key]
  }
  return place
}

const likeAsyncApi = 'Change it to something that AsyncAPI 3.0 allows here.'

function explain({ keyword, params, message, parentSchema, data }: ErrorObject) {
  switch (keyword) {
    case 'additionalProperties': {
      const wrong = String(params.additionalProperty)
      const fix = 'Name it as AsyncAPI 3.0 does, or move it into an x- extension.'
      const message = `Property ${wrong} is not expected here.`
      return { message, fix: didYouMean(wrong, Object.keys(parentSchema?.properties ?? {}), fix) }
    }
    case 'required': {
      const name = params.missingProperty
      return { message: `Property ${name} is missing.`, fix: `Add ${name}.` }
    }
    case 'enum': {
      const names = (params.allowedValues as unknown[]).map(String)
      const fix = didYouMean(String(data), names, likeAsyncApi)
      return { message: `This must be one of ${names.join(', ')}.`, fix }
    }
    case 'type': {
      const type = [params.type].flat().join(' or ')
      return { message: `This must be of type ${type}.`, fix: `Write a value of type ${type}.` }
    }
    default:
      return { message: `The value ${message ?? 'is wrong'}.`, fix: likeAsyncApi }
  }
}

/** The value of the file at a path; `undefined` if there is none. */
type ReadFile = (file: string) => unknown

/**
 * Replaces each `$ref` with its target. Keeps a `$ref` to an object that contains it, so the result is a
 * tree. Also keeps a dangling `$ref`, which the check of documents reports.
 */
function resolveDocument(file: string, readFile: ReadFile) {
  /** Where each object of the result is written. */
  const places = new WeakMap<object, Place>()
  const copy = (value: unknown, at: Place, open: ReadonlySet<unknown>): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const reference = isRecord(value) ? value.$ref : undefined
    if (typeof reference === 'string') {
      const target = toTarget(at.file, reference)
      const found = 'file' in target ? valueAt(readFile(target.file), target.path) : undefined
      return found === undefined || open.has(found) ? value : copy(found, target as Place, open)
    }
    const inside = new Set(open).add(value)
    const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
      const within = { file: at.file, path: [...at.path, Array.isArray(value) ? Number(key) : key] }
      return [key, copy(one, within, inside)]
    })
    const copied = Array.isArray(value)
      ? entries.map(([, one]) => one)
      : Object.fromEntries(entries)
    places.set(copied, at)
    return copied
  }

  return { value: copy(readFile(file), { file, path: [] }, new Set()), places }
}
