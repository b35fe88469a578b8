import { isObject, type JsonObject, nameOfRef } from '../json.ts'
import type { JsonSchema, NamedSchema, ValueKind } from '../model.ts'

type Kinds = readonly ValueKind[]

/** The kinds that the keywords of one schema object leave, its `$ref` and compositions aside. */
type Stated = (schema: JsonObject) => Kinds

interface Walk {
  stated: Stated
  /** The kinds that each named schema allows. A schema that is being read adds no rule. */
  known: Map<string, Kinds>
}

const ALL: Kinds = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const NONE: Kinds = []

/** Tells which kinds of value the schemas of a contract take, null aside. Reads each schema once. */
export class KindReader {
  readonly #schemas: ReadonlyMap<string, JsonSchema>
  readonly #values: Walk = { stated: statedKinds, known: new Map() }
  readonly #items: Walk = { stated: (schema) => this.#statedItems(schema), known: new Map() }

  constructor(schemas: readonly NamedSchema[]) {
    this.#schemas = new Map(schemas.map(({ name, schema }) => [name, schema]))
  }

  /** The one kind of value that a named schema takes; null if it takes several or any. */
  kindOf(name: string): ValueKind | null {
    return only(this.#named(name, this.#values))
  }

  /** The one kind of the items of the arrays that it takes; null if they are of several or any. */
  kindOfItems(name: string): ValueKind | null {
    return only(this.#named(name, this.#items))
  }

  #named(name: string, walk: Walk): Kinds {
    const known = walk.known.get(name)
    if (known !== undefined) return known
    walk.known.set(name, ALL)
    const kinds = this.#read(this.#schemas.get(name) ?? true, walk)
    walk.known.set(name, kinds)
    return kinds
  }

  #read(schema: JsonSchema, walk: Walk): Kinds {
    if (!isObject(schema)) return schema ? ALL : NONE
    let kinds = walk.stated(schema)
    if (typeof schema.$ref === 'string')
      kinds = both(kinds, this.#named(nameOfRef(schema.$ref), walk))
    for (const part of partsOf(schema, 'allOf')) kinds = both(kinds, this.#read(part, walk))
    for (const keyword of ['anyOf', 'oneOf']) {
      const parts = partsOf(schema, keyword)
      const either = parts.flatMap((part) => this.#read(part, walk))
      if (parts.length > 0) kinds = both(kinds, either)
    }
    return kinds
  }

  /** A schema that takes no arrays, such as that of null, says nothing of their items. */
  #statedItems(schema: JsonObject): Kinds {
    if (!statedKinds(schema).includes('array')) return NONE
    const isOneForAll = schema.items !== undefined && schema.prefixItems === undefined
    return isOneForAll ? this.#read(schema.items as JsonSchema, this.#values) : ALL
  }
}

function both(a: Kinds, b: Kinds): Kinds {
  return a.filter((kind) => b.includes(kind))
}

function only(kinds: Kinds): ValueKind | null {
  // Every integer is a number, so the schema of numbers leaves both.
  if (kinds.length === 2 && both(kinds, ['integer', 'number']).length === 2) return 'number'
  return kinds.length === 1 ? (kinds[0] ?? null) : null
}

function partsOf(schema: JsonObject, keyword: string): JsonSchema[] {
  return Array.isArray(schema[keyword]) ? schema[keyword] : []
}

function statedKinds({ type, enum: list, ...schema }: JsonObject): Kinds {
  const values = 'const' in schema ? [schema.const] : list
  const kinds = Array.isArray(values) ? both(ALL, values.flatMap(kindsOfValue)) : ALL
  return type === undefined ? kinds : both(kinds, [type].flat().flatMap(kindsOfType))
}

function kindsOfType(type: unknown): ValueKind[] {
  if (type === 'number') return ['integer', 'number']
  return ALL.includes(type as ValueKind) ? [type as ValueKind] : []
}

function kindsOfValue(value: unknown): ValueKind[] {
  if (value === null) return []
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer'] : [typeof value as ValueKind]
}
