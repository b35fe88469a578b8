import { capitalize, nameOfPointer, toCamelCase, toPascalCase } from '../bundle/names.ts'
import { normalizeSchema } from '../bundle/normalize-schema.ts'
import { isAlias, type Registry, type Section, sections } from '../bundle/registry.ts'
import {
  compareText,
  isObject,
  type JsonObject,
  kindOf,
  listOf,
  memberOf,
  objectOf,
  parsePointer,
  setMember,
} from '../json.ts'
import type { Node } from '../load/node.ts'
import type { DocumentParts, JsonSchema, Location } from '../model.ts'
import { isParameterPlace, methods, parameterPlaces, preferredContentType } from './terms.ts'

/** OpenAPI documents as the parts of one; their schemas and other components go to the registry. */
export function readOpenApi(
  documents: readonly Node[],
  { registry, reader }: { registry: Registry; reader: OpenApiReader },
): DocumentParts {
  const parts: DocumentParts = { info: {}, header: {}, paths: {}, webhooks: {}, components: {} }
  for (const document of documents) {
    const components = document.child('components')
    if (components.value !== undefined) components.object()
    for (const section of sections)
      for (const [name, node] of components.child(section).members())
        registry.addComponent(section, name, node)
  }
  for (const document of documents) addDocument(parts, document, reader)
  return parts
}

function addDocument(parts: DocumentParts, document: Node, reader: OpenApiReader): void {
  const source = document.value as JsonObject
  if (isObject(source.info) && parts.info.title === undefined) parts.info = source.info
  addHeader(parts.header, source)
  for (const section of ['paths', 'webhooks'] as const) {
    for (const [path, node] of document.child(section).members()) {
      if (path.startsWith('x-')) continue
      const item = reader.readPathItem(node, { path, security: source.security })
      setMember(parts[section], path, merge(memberOf(parts[section], path), item, node))
    }
  }
  const schemes = document.child('components').child('securitySchemes')
  if (!isObject(schemes.value)) return
  parts.components.securitySchemes ??= {}
  for (const [name, scheme] of schemes.members().toSorted(([a], [b]) => compareText(a, b))) {
    const known = memberOf(parts.components.securitySchemes, name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(scheme.value)) {
      const message = `the security scheme '${name}' is described differently by another document. Rename one of them.`
      scheme.problem('duplicate', message)
    }
    setMember(parts.components.securitySchemes, name, scheme.value)
  }
}

function addHeader(header: JsonObject, source: JsonObject): void {
  for (const [key, value] of Object.entries(source)) {
    if (key === 'servers' || key === 'tags') {
      const items = [...listOf(header[key]), ...listOf(value)]
      header[key] = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
    } else if (key === 'externalDocs' || (key.startsWith('x-') && key !== 'x-constants'))
      header[key] ??= value
  }
}

function merge(known: JsonObject | undefined, item: JsonObject, node: Node): JsonObject {
  const clash = Object.keys(item).find((key) => known !== undefined && Object.hasOwn(known, key))
  if (clash === undefined) return { ...known, ...item }
  const message = `'${clash}' of this path is described by two documents. Keep one of them.`
  node.child(clash).problem('duplicate', message)
  return { ...item, ...known }
}

/** What lifted schemas are named after; null where none is lifted. */
type Stem = string | null

type Read = (node: Node, stem: Stem) => unknown

/**
 * Reads the objects of OpenAPI into 3.1: every schema in 2020-12, every `$ref` led to a component of the
 * bundle, inline bodies, headers and parameters lifted out.
 */
export class OpenApiReader {
  readonly #registry: Registry
  /** The place of each operation in the bundle. */
  readonly operationNodes = new Map<unknown, Node>()
  /** The schemas that stay where they stand, by their place. */
  readonly unnamedSchemas = new Map<string, { schema: JsonSchema; location: Location }>()

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** The normal form of a component other than a schema. */
  readComponent(section: Section, node: Node): unknown {
    const name = toPascalCase(nameOfPointer(node.file.name, parsePointer(node.pointer)))
    return this.#read(section, node, stemOf(section, name))
  }

  /** A path item with its `$ref` followed; `security` is the default of its document. */
  readPathItem(given: Node, { path, security }: { path: string; security?: unknown }): JsonObject {
    checkPathItemRef(given)
    const node = given.follow()
    if (node === undefined) return {}
    const parameters = this.#parameters(node, toPascalCase(path))
    const item = copyWith(node, { parameters })
    const read = (operation: Node, method: string, isTyped = false) => {
      if (!isTyped) operation.note(newMethod)
      return this.#readOperation(operation, { id: toCamelCase(`${method} ${path}`), security })
    }
    for (const method of methods)
      if (item[method] !== undefined)
        item[method] = read(node.child(method), method, method !== 'query')
    const others = mapOf(node.child('additionalOperations'), read)
    return others === undefined ? item : { ...item, additionalOperations: others }
  }

  #readOperation(given: Node, { id, security }: { id: string; security: unknown }): JsonObject {
    const node = given.withoutRef()
    const source = copyWith(node)
    const operationId = typeof source.operationId === 'string' ? source.operationId : id
    const stem = toPascalCase(operationId)
    const operation = withMembers(source, {
      operationId,
      security: source.security ?? security,
      parameters: this.#parameters(node, stem),
      requestBody:
        source.requestBody &&
        this.#referable('requestBodies', node.child('requestBody'), `${stem}RequestBody`),
      responses: mapOf(node.child('responses'), (response, status) =>
        status.startsWith('x-')
          ? response.value
          : this.#referable('responses', response, stem + capitalize(status)),
      ),
      callbacks: this.#map('callbacks', node),
    })
    this.operationNodes.set(operation, node)
    return operation
  }

  /** How the components of each section are read; others stay as they are written. */
  readonly #readers: Partial<Record<Section, Read>> = {
    responses: (node, stem) =>
      copyWith(node, {
        headers: mapOf(node.child('headers'), (header, name) =>
          this.#referable('headers', header, stem && `${stem}${toPascalCase(name)}Header`),
        ),
        content: this.#content(node, stem && `${stem}Body`),
        links: this.#map('links', node),
      }),
    requestBodies: (node, stem) => copyWith(node, { content: this.#content(node, stem) }),
    headers: (node, stem) => this.#readValue('header', node, stem),
    parameters: (node, stem) => {
      checkParameter(node)
      const { name, ...parameter } = this.#readValue('parameter', node, stem)
      return { name: typeof name === 'string' ? name : '', ...parameter }
    },
    pathItems: (node) => this.readPathItem(node, { path: node.pointer }),
    examples: (node) => copyWith(node, { value: node.child('value').example() }),
    callbacks: (node) => {
      const callback = copyWith(node)
      for (const expression of Object.keys(callback)) {
        if (expression.startsWith('x-')) continue
        const item = node.child(expression)
        const read =
          item.ref === undefined
            ? this.readPathItem(item, { path: `callback ${item.pointer}` })
            : this.#registry.reference('pathItems', item)
        setMember(callback, expression, read)
      }
      return callback
    },
  }

  #read(section: Section, node: Node, stem: Stem): unknown {
    return this.#readers[section]?.(node, stem) ?? node.value
  }

  #referable(section: Section, node: Node, stem: Stem): unknown {
    node.checkRef()
    return node.ref === undefined
      ? this.#read(section, node, stem)
      : this.#registry.reference(section, node)
  }

  /** The members of `node[section]`, from which no schema is lifted out. */
  #map(section: Section, node: Node): JsonObject | undefined {
    return mapOf(node.child(section), (member) => this.#referable(section, member, null))
  }

  #readValue(kind: 'header' | 'parameter', node: Node, stem: Stem): JsonObject {
    const content = this.#content(node, null)
    const message = `the content of a ${kind} is typed in openapi.ts only: constants and parsers have no schema for it. Use schema instead of content if its value is plain text.`
    if (content !== undefined && node.child('in').value !== 'querystring')
      node.child('content').note(message)
    const schema = this.#schema(node.child('schema'), stem)
    return copyWith(node, { schema, content, ...this.#examples(node) })
  }

  #content(node: Node, stem: Stem): JsonObject | undefined {
    const content = node.child('content')
    const preferred = preferredContentType(Object.keys(objectOf(content.value)))
    return mapOf(content, (given, contentType) => {
      const mediaType = hasMediaTypeRefs(given) ? (given.follow() ?? given) : given.withoutRef()
      const items = mediaType.child('itemSchema')
      if (items.value !== undefined) items.note(stream)
      return copyWith(mediaType, {
        itemSchema: this.#schema(items, null),
        schema: this.#schema(mediaType.child('schema'), contentType === preferred ? stem : null),
        ...this.#examples(mediaType),
        encoding: mapOf(mediaType.child('encoding'), (encoding) =>
          copyWith(encoding, { headers: this.#map('headers', encoding) }),
        ),
      })
    })
  }

  #examples(node: Node): JsonObject {
    const example = node.child('example').example()
    return { example, examples: this.#map('examples', node) }
  }

  #schema(node: Node, stem: Stem): unknown {
    if (node.value === undefined) return undefined
    if (stem !== null && isObject(node.value) && !isAlias(node, 'schemas'))
      return this.#registry.lift('schemas', node, stem)
    const schema = normalizeSchema(node, this.#registry)
    this.unnamedSchemas.set(node.key, { schema, location: node.location })
    return schema
  }

  /** `stem` is the name of the operation or path that takes them. */
  #parameters(node: Node, stem: string): unknown {
    const list = node.child('parameters')
    if (list.value === undefined) return undefined
    if (!Array.isArray(list.value))
      return list.problem('structure', `must be a list, not ${kindOf(list.value)}.`)
    return list.items().flatMap((parameter) => {
      const { value } = parameter.child('name')
      const name = typeof value === 'string' ? toPascalCase(value) : ''
      const read = this.#referable('parameters', parameter, `${stem}${name}Parameter`) as JsonObject
      const isUsable = typeof value === 'string' && isParameterPlace(read.in)
      return isUsable || read.$ref !== undefined ? [read] : []
    })
  }
}

const querystring =
  'a parameter with in: querystring is left out: the generated code does not parse whole query strings. Describe its parts as parameters with in: query.'
const newMethod =
  'this operation is in constants and parsers, but not in the types of openapi.ts, which know only the methods of OpenAPI 3.1.'
const stream =
  'itemSchema describes each item of a stream. The body has no type and no parser; parse the items with the parser of their schema.'

/** True in OpenAPI 3.2, which keeps media types in components, too. */
function hasMediaTypeRefs({ file: { value } }: Node): boolean {
  return isObject(value) && typeof value.openapi === 'string' && value.openapi.startsWith('3.2')
}

/** A shallow copy of an object with some members replaced; only those if a problem went to the report. */
function copyWith(node: Node, members: JsonObject = {}): JsonObject {
  return withMembers({ ...node.withoutRef().object(), $ref: undefined }, members)
}

/** The object with some members replaced, or removed if undefined. */
function withMembers(owner: JsonObject, members: JsonObject): JsonObject {
  const entries = Object.entries({ ...owner, ...members })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** An object with each member read; undefined if it is absent. */
function mapOf(node: Node, read: (member: Node, name: string) => unknown): JsonObject | undefined {
  if (node.value === undefined) return undefined
  return Object.fromEntries(node.members().map(([name, member]) => [name, read(member, name)]))
}

/** A path item has one description: beside its `$ref` the others would be lost. */
function checkPathItemRef(node: Node): void {
  node.checkRef()
  if (node.ref === undefined) return
  for (const key of Object.keys(node.value as JsonObject)) {
    if (['$ref', 'summary', 'description'].includes(key) || key.startsWith('x-')) continue
    const message = `'${key}' is next to the $ref of a path item, where its meaning is undefined. Move it into the target of the $ref.`
    node.child(key).problem('ref-siblings', message)
  }
}

/** Reports a parameter without a name or a place. */
function checkParameter(node: Node): void {
  const { name, in: place } = node.object() ?? { name: '', in: 'query' }
  if (typeof name !== 'string') {
    const message = 'the name of a parameter is missing or not a string. Write it.'
    node.child('name').problem('structure', message)
  }
  const message = `the place of a parameter is missing or unknown. Write in: with one of ${parameterPlaces.join(', ')}.`
  if (place === 'querystring') node.note(querystring)
  else if (!isParameterPlace(place)) node.child('in').problem('structure', message)
}

const suffixes: Partial<Record<Section, string>> = {
  headers: 'Header',
  parameters: 'Parameter',
  requestBodies: 'RequestBody',
  responses: '',
}

/** What the inline schemas of a component are named after; null for components that lift none out. */
function stemOf(section: Section, name: string): string | null {
  const suffix = suffixes[section]
  if (suffix === undefined) return null
  return name.endsWith(suffix) ? name : `${name}${suffix}`
}
