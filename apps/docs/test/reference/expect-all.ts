import type { Json } from '../../src/reference/bundle-node.ts'

/** Something of the document that a reader must find on a page. */
export interface Fact {
  pointer: string
  text: string
  /** Prose is compared without the signs of Markdown; what is no prose, to the letter. */
  isProse: boolean
}

/** Maps whose keys are names that a reader meets. */
const nameMaps = [
  ...['properties', 'patternProperties', 'headers', 'responses', 'content', 'variables'],
  ...['dependentRequired', 'dependentSchemas'],
]
const data = ['example', 'default', 'const', 'value', 'payload']

/**
 * Everything below a value that must be on its page: names, constraints, prose, examples. Walks the
 * document for itself and knows nothing of how pages are made. References are followed where
 * `document` is given.
 */
export function* findFacts(
  value: unknown,
  { pointer, document, trail = [] }: { pointer: string; document?: Json; trail?: string[] },
): Generator<Fact> {
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) {
      yield* findFacts(one, { pointer: `${pointer}/${at}`, ...(document && { document }), trail })
    }
    return
  }
  if (typeof value !== 'object' || value === null) {
    if (['boolean', 'undefined'].includes(typeof value) || value === null) return
    yield { pointer, text: String(value), isProse: typeof value === 'string' }
    return
  }
  for (const [key, one] of Object.entries(value)) {
    const place = { pointer: `${pointer}/${key}`, ...(document && { document }), trail }
    if (key === '$ref') {
      if (document === undefined || trail.includes(String(one))) continue
      yield* findFacts(lookUp(document, String(one)), { ...place, trail: [...trail, String(one)] })
    } else if (data.includes(key) && !isSchemaOf(key, one) && !isResponses(pointer)) {
      yield* findData(one, place.pointer)
    } else if (key === 'examples' && Array.isArray(one) && !one.every(isNamed)) {
      for (const example of one) yield* findData(example, place.pointer)
    } else {
      if (nameMaps.includes(key) && isObject(one) && !('properties' in one)) {
        for (const name of Object.keys(one)) {
          yield { pointer: `${place.pointer}/${name}`, text: name, isProse: false }
        }
      }
      yield* findFacts(one, place)
    }
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isNamed = (value: unknown) => isObject(value) && ('payload' in value || 'headers' in value)

/** Where `default` is an answer, and no value. */
const isResponses = (pointer: string) => pointer.endsWith('/responses')

/** `payload` of a message is a schema, and that of an example is data. */
const isSchemaOf = (key: string, value: unknown) =>
  key === 'payload' && isObject(value) && ('$ref' in value || 'properties' in value)

function* findData(value: unknown, pointer: string): Generator<Fact> {
  if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (!Array.isArray(value)) yield { pointer: `${pointer}/${key}`, text: key, isProse: false }
      yield* findData(one, `${pointer}/${key}`)
    }
  } else yield { pointer, text: String(value), isProse: false }
}

function lookUp(document: Json, ref: string): unknown {
  let value: unknown = document
  for (const token of ref.slice(2).split('/')) {
    value = (value as Json)[token.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return value
}
