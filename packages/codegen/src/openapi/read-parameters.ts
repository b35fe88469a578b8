import { compareText } from '../bundle/claim-names.ts'
import type { JsonObject } from '../bundle/node.ts'
import type { Parameter } from '../model.ts'
import type { KindReader } from './kind-reader.ts'
import { nameOfRef } from './name-of-ref.ts'
import { defaultStyles, isIgnoredHeader, isParameterPlace } from './parameter-places.ts'

/** Which parameter it is: of two with one key the operation's is meant, not its path item's. */
export function keyOfParameter({ name, in: place }: JsonObject): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`
}

/** The parameters of an operation, sorted by place and name; those given later replace earlier ones. */
export function readParameters(sources: readonly JsonObject[], kinds: KindReader): Parameter[] {
  const byKey = new Map(sources.map((source) => [keyOfParameter(source), source]))
  return [...byKey.values()]
    .flatMap((source) => readParameter(source, kinds) ?? [])
    .toSorted((a, b) => compareText(a.in, b.in) || compareText(a.name, b.name))
}

function readParameter(source: JsonObject, kinds: KindReader): Parameter | undefined {
  const { name, in: place } = source
  if (typeof name !== 'string' || !isParameterPlace(place)) return undefined
  if (place === 'header' && isIgnoredHeader(name)) return undefined
  const schema = nameOfRef(source.schema)
  const kind = schema === null ? null : kinds.kindOf(schema)
  const style = typeof source.style === 'string' ? source.style : defaultStyles[place]
  const explode = typeof source.explode === 'boolean' ? source.explode : style === 'form'
  const isPlain = kind !== 'array' && kind !== 'object' && style === defaultStyles[place]
  return {
    name,
    in: place,
    // A path without one of its parameters is another path.
    required: place === 'path' || source.required === true,
    schema,
    kind,
    items: schema !== null && kind === 'array' ? kinds.kindOfItems(schema) : null,
    form: isPlain ? null : { style, explode },
  }
}
