import { takeName } from '../bundle/names.ts'
import {
  compareText,
  isObject,
  type JsonObject,
  listOf,
  memberOf,
  objectOf,
  refOf,
  textOf,
} from '../json.ts'
import type { Node } from '../load/node.ts'
import type {
  Body,
  DocumentParts,
  Header,
  JsonSchema,
  NamedSchema,
  Operation,
  Parameter,
  Response,
  ValueKind,
} from '../model.ts'
import {
  defaultStyles,
  isIgnoredHeader,
  isParameterPlace,
  methods,
  preferredContentType,
} from './terms.ts'

/** The operations of a bundled document, sorted by id. Reports ids that two operations claim. */
export function readOperations(
  parts: DocumentParts,
  { nodes, kinds }: { nodes: ReadonlyMap<unknown, Node>; kinds: KindReader },
): Operation[] {
  const places = Object.entries(parts.paths).flatMap(([path, item]) =>
    operationsOf(item).flatMap(([method, source]) => {
      const node = nodes.get(source)
      return isObject(source) && node ? [{ path, item, method, source, node }] : []
    }),
  )
  claimIds(places)
  return places
    .map(({ path, item, method, source, node }) => ({
      id: String(source.operationId),
      method,
      path,
      ...readOperation(source, parts),
      parameters: readParameters({ source, item, node }, parts)
        .flatMap((parameter) => readParameter(parameter, kinds) ?? [])
        .toSorted((a, b) => compareText(a.in, b.in) || compareText(a.name, b.name)),
      location: node.location,
    }))
    .toSorted((a, b) => compareText(a.id, b.id))
}

/** The operations of a path item by method; methods of HTTP in upper case, others as they are written. */
function operationsOf(item: JsonObject): [method: string, operation: unknown][] {
  const known = methods.map((method) => [method.toUpperCase(), item[method]] as [string, unknown])
  return [...known, ...Object.entries(objectOf(item.additionalOperations))]
}

/** Gives each operation an id of its own. Ids made from method and path get a number if they are taken. */
function claimIds(
  places: readonly { path: string; method: string; source: JsonObject; node: Node }[],
): void {
  const taken = new Set<string>()
  const takenBy = new Map<string, string>()
  const isStated = ({ node }: { node: Node }) => typeof node.child('operationId').value === 'string'
  for (const place of [...places.filter(isStated), ...places.filter((one) => !isStated(one))]) {
    const { source, node, path, method } = place
    const wish = String(source.operationId)
    const known = takenBy.get(wish)
    if (known !== undefined && isStated(place)) {
      const message = `the operationId '${wish}' is taken by ${known}. Give each operation its own.`
      node.child('operationId').problem('duplicate', message)
    }
    const id = takeName(wish, taken)
    takenBy.set(id, `${method} ${path}`)
    source.operationId = id
  }
}

function readOperation(
  source: JsonObject,
  parts: DocumentParts,
): Pick<Operation, 'description' | 'security' | 'requestBody' | 'responses'> {
  const requestBody = resolve(source.requestBody, parts)
  const body = requestBody && readBody(requestBody, parts)
  const security = listOf(source.security).filter(isObject)
  return {
    description: textOf(source.summary) ?? textOf(source.description),
    security: security.map((requirement) => Object.keys(requirement).toSorted(compareText)),
    requestBody: body ? { ...body, required: requestBody?.required === true } : null,
    responses: entriesOf(source.responses, parts)
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => ({
        status,
        body: readBody(response, parts) ?? null,
        headers: readHeaders(response.headers, parts),
      }))
      .toSorted((a: Response, b) => compareText(a.status, b.status)),
  }
}

/**
 * The parameters of an operation with those of its path item; if two have the same key, the operation's wins.
 */
function readParameters(
  { source, item, node }: { source: JsonObject; item: JsonObject; node: Node },
  parts: DocumentParts,
): JsonObject[] {
  const byKey = new Map<string, JsonObject>()
  const prefix = node.pointer.slice(0, node.pointer.lastIndexOf('/'))
  for (const [owner, pointer] of [
    [item, prefix],
    [source, node.pointer],
  ] as const) {
    const own = new Set<string>()
    for (const [index, value] of listOf(owner.parameters).entries()) {
      const parameter = resolve(value, parts)
      if (parameter === undefined) continue
      const { name, in: place } = parameter
      // The reader has reported any other.
      if (typeof name !== 'string' || typeof place !== 'string') continue
      const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`
      if (own.has(key)) {
        owner.parameters = listOf(owner.parameters).filter((one) => one !== value)
        node
          .with({ pointer: `${pointer}/parameters/${index}` })
          .problem('duplicate', `the ${place} parameter is described twice. Keep one of them.`)
      } else byKey.set(key, parameter)
      own.add(key)
    }
  }
  return [...byKey.values()]
}

function readParameter(source: JsonObject, kinds: KindReader): Parameter | undefined {
  const { name, in: place } = source
  if (typeof name !== 'string' || !isParameterPlace(place)) return undefined
  if (place === 'header' && isIgnoredHeader(name)) return undefined
  const schema = schemaOf(source)
  const kind = schema === null ? null : kinds.kindOf(schema)
  const style = textOf(source.style) ?? defaultStyles[place]
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

function readHeaders(source: unknown, parts: DocumentParts): Header[] {
  return entriesOf(source, parts)
    .map(([name, header]) => {
      return { name, required: header.required === true, schema: schemaOf(header) }
    })
    .toSorted((a, b) => compareText(a.name, b.name))
}

function readBody(owner: JsonObject, parts: DocumentParts): Body | undefined {
  const content = objectOf(owner.content)
  const contentType = preferredContentType(Object.keys(content))
  const schema = schemaOf(resolve(content[contentType ?? ''], parts))
  return contentType === undefined || schema === null ? undefined : { contentType, schema }
}

/** The members of a map by name, behind their `$ref`s. */
function entriesOf(source: unknown, parts: DocumentParts): [string, JsonObject][] {
  return Object.entries(objectOf(source)).map(([name, value]) => [
    name,
    resolve(value, parts) ?? {},
  ])
}

function resolve(value: unknown, { components }: DocumentParts): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const [, , section = '', name = ''] = textOf(value.$ref)?.split('/') ?? []
  if (section === '') return value
  return memberOf(components[section] ?? {}, name) as JsonObject | undefined
}

/** The name of the schema of a header, a parameter or a media type; null if it has none. */
function schemaOf(owner: JsonObject | undefined): string | null {
  return refOf(owner?.schema) ?? null
}

type Kinds = readonly ValueKind[]

interface Walk {
  /** The kinds that the keywords of one schema object allow, apart from its `$ref` and compositions. */
  stated: (schema: JsonObject) => Kinds
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
    const target = refOf(schema)
    if (target !== undefined) kinds = both(kinds, this.#named(target, walk))
    for (const part of listOf<JsonSchema>(schema.allOf)) kinds = both(kinds, this.#read(part, walk))
    for (const parts of [schema.anyOf, schema.oneOf].map(listOf<JsonSchema>)) {
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
