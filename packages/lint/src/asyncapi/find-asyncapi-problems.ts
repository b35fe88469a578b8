import type { ErrorObject } from 'ajv'
import { judgeBySchema } from './document-schema.ts'
import {
  type Path,
  type Place,
  type ReadFile,
  type ResolvedDocument,
  resolveDocument,
} from './resolved-document.ts'
import { type AsyncApiProblem, findRuleProblems } from './rules.ts'

export type { AsyncApiProblem } from './rules.ts'

/**
 * What is wrong with an AsyncAPI 3.0 document, by the JSON Schema of AsyncAPI and by rules for what a schema
 * cannot express. `asyncapi validate` finds nothing else in a document of this repository. Only that command
 * knows schema formats other than JSON Schema, and whether a newer version of AsyncAPI is out.
 */
export function findAsyncApiProblems(file: string, readFile: ReadFile): AsyncApiProblem[] {
  const written = readFile(file)
  const document = resolveDocument(file, readFile)
  const dangling = document.dangling.map(({ text, ...place }) => ({
    ...{ file: place.file, path: [...place.path, '$ref'] },
    rule: 'dangling-ref',
    message: `${text} names a file or a place that is not there.`,
    fix: 'Name a file or a place that is there.',
  }))
  if (dangling.length > 0) return dangling
  const misplaced = judgeBySchema(written, 'written')
    .filter(({ params }) => params.additionalProperty === '$ref')
    .map((error) => ({
      ...{ file, path: [...pathIn(error.instancePath), '$ref'] },
      rule: 'misplaced-ref',
      message: 'AsyncAPI allows no reference at this place.',
      fix: 'Write the object itself instead of the reference.',
    }))
  const wrong = mostTelling(judgeBySchema(document.value, 'resolved')).map((error) =>
    toProblem(error, document, file),
  )
  return [...misplaced, ...wrong, ...findRuleProblems(file, written)]
}

/** Errors of a branch instead of "no branch fits", and only the first error at a place. */
function mostTelling(errors: ErrorObject[]): ErrorObject[] {
  const isSummary = ({ keyword }: ErrorObject) => /^(oneOf|anyOf|if|not)$/.test(keyword)
  const told = new Set<string>()
  return errors.filter((error) => {
    const isExplained = errors.some(
      (other) => !isSummary(other) && other.instancePath.startsWith(error.instancePath),
    )
    if (isSummary(error) && isExplained) return false
    const place = placeOf(error)
    if (told.has(place)) return false
    told.add(place)
    return true
  })
}

const placeOf = ({ instancePath, params }: ErrorObject) =>
  `${instancePath}/${params.additionalProperty ?? ''}`

function toProblem(
  error: ErrorObject,
  { value, places }: ResolvedDocument,
  file: string,
): AsyncApiProblem {
  const { additionalProperty } = error.params
  const path = pathIn(error.instancePath)
  const place = placeIn(value, path, places) ?? { file, path }
  const at = additionalProperty === undefined ? place.path : [...place.path, additionalProperty]
  return { file: place.file, path: at, rule: 'schema', ...explain(error) }
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

const likeAsyncApi = 'Change it to what AsyncAPI 3.0 allows at this place.'

function explain({ keyword, params, message, parentSchema, data }: ErrorObject) {
  switch (keyword) {
    case 'additionalProperties': {
      const wrong = String(params.additionalProperty)
      const names = Object.keys(parentSchema?.properties ?? {})
      const fix = 'Name it as AsyncAPI 3.0 does, or move it into an x- extension.'
      const meant = { wrong, names }
      return { message: `Property ${wrong} is not expected here.`, fix, meant }
    }
    case 'required':
      return {
        message: `Property ${params.missingProperty} is missing.`,
        fix: `Add ${params.missingProperty}.`,
      }
    case 'enum': {
      const names = (params.allowedValues as unknown[]).map(String)
      const meant = { wrong: String(data), names }
      return { message: `This must be one of ${names.join(', ')}.`, fix: likeAsyncApi, meant }
    }
    case 'type':
      return {
        message: `This must be of type ${[params.type].flat().join(' or ')}.`,
        fix: `Write a value of type ${[params.type].flat().join(' or ')}.`,
      }
    default:
      return { message: `The value ${message ?? 'is wrong'}.`, fix: likeAsyncApi }
  }
}

/** The path of a JSON Pointer as Ajv writes it. */
const pathIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
