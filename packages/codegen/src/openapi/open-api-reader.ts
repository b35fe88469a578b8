import { isAnnotation } from '../bundle/annotations.ts'
import { inlineExample } from '../bundle/inline-example.ts'
import { copyObject, readMap, replace } from '../bundle/members.ts'
import { nameOfPointer, toCamelCase, toPascalCase } from '../bundle/names.ts'
import {
  type Context,
  checkRef,
  child,
  type Dialect,
  expectList,
  expectObject,
  follow,
  isObject,
  type JsonObject,
  keyOf,
  kindOf,
  locationOf,
  refOf,
  setMember,
} from '../bundle/node.ts'
import { normalizeSchema } from '../bundle/normalize-schema.ts'
import { preferredContentType } from '../bundle/preferred-content-type.ts'
import type { Entry, Registry, Section } from '../bundle/registry.ts'
import type { Target } from '../load/document-store.ts'
import { parsePointer } from '../load/json-pointer.ts'
import type { JsonSchema, Location } from '../model.ts'
import { methods } from './methods.ts'
import { isParameterPlace, parameterPlaces } from './parameter-places.ts'

/** What a node is read with. `stem` is what lifted schemas are named after; null where none is lifted. */
interface Reading {
  dialect: Dialect
  stem: string | null
}

type Read = (target: Target, reading: Reading) => unknown

/**
 * Reads the objects of OpenAPI, one method per object of its specification, into 3.1: every schema in
 * 2020-12, every `$ref` led to a component of the bundle, inline bodies, headers and parameters lifted out.
 */
export class OpenApiReader {
  readonly #context: Context
  readonly #registry: Registry
  /** The place of each operation in the bundle. */
  readonly operationTargets = new Map<unknown, Target>()
  /** The schemas that stay where they stand, by their place. */
  readonly unnamedSchemas = new Map<string, { schema: JsonSchema; location: Location }>()

  constructor(context: Context, registry: Registry) {
    this.#context = context
    this.#registry = registry
  }

  /** The normal form of a component other than a schema. */
  readComponent({ section, target }: Entry, dialect: Dialect): unknown {
    const name = toPascalCase(nameOfPointer(target.file.name, parsePointer(target.pointer)))
    return this.#read(section, target, { dialect, stem: stemOf(section, name) })
  }

  /** A path item with its `$ref` followed; `security` is the default of its document. */
  readPathItem(
    given: Target,
    { dialect, path, security }: { dialect: Dialect; path: string; security?: unknown },
  ): JsonObject {
    checkPathItemRef(given, this.#context)
    const target = follow(given, this.#context)
    if (target === undefined) return {}
    const item = replace(copyObject(target, this.#context), {
      parameters: this.#parameters(target, { dialect, stem: toPascalCase(path) }),
    })
    for (const method of methods) {
      if (item[method] === undefined) continue
      const id = toCamelCase(`${method} ${path}`)
      item[method] = this.#readOperation(child(target, method), { dialect, id, security })
    }
    return item
  }

  #readOperation(
    target: Target,
    { dialect, id, security }: { dialect: Dialect; id: string; security: unknown },
  ): JsonObject {
    const source = copyObject(target, this.#context)
    const operationId = typeof source.operationId === 'string' ? source.operationId : id
    const stem = toPascalCase(operationId)
    const body = child(target, 'requestBody')
    const operation = replace(source, {
      operationId,
      security: source.security ?? security,
      parameters: this.#parameters(target, { dialect, stem }),
      requestBody:
        body.value &&
        this.#referable('requestBodies', body, { dialect, stem: `${stem}RequestBody` }),
      responses: this.#map(target, 'responses', (response, status) =>
        status.startsWith('x-')
          ? response.value
          : this.#referable('responses', response, { dialect, stem: stem + capitalize(status) }),
      ),
      callbacks: this.#map(target, 'callbacks', (callback) =>
        this.#referable('callbacks', callback, { dialect, stem: null }),
      ),
    })
    this.operationTargets.set(operation, target)
    return operation
  }

  readonly #readResponse: Read = (target, { dialect, stem }) =>
    replace(copyObject(target, this.#context), {
      headers: this.#map(target, 'headers', (header, name) =>
        this.#referable('headers', header, {
          dialect,
          stem: stem && `${stem}${toPascalCase(name)}Header`,
        }),
      ),
      content: this.#content(target, { dialect, stem: stem && `${stem}Body` }),
      links: this.#map(target, 'links', (link) =>
        this.#referable('links', link, { dialect, stem: null }),
      ),
    })

  readonly #readRequestBody: Read = (target, reading) =>
    replace(copyObject(target, this.#context), { content: this.#content(target, reading) })

  readonly #readHeader: Read = (target, reading) => {
    this.#tellContent(target, 'header')
    return this.#readValue(target, reading)
  }

  readonly #readParameter: Read = (target, reading) => {
    this.#tellContent(target, 'parameter')
    checkParameter(target, this.#context)
    return this.#readValue(target, reading)
  }

  #readValue(target: Target, { dialect, stem }: Reading): JsonObject {
    return replace(copyObject(target, this.#context), {
      schema: this.#schema(child(target, 'schema'), { dialect, stem }),
      content: this.#content(target, { dialect, stem: null }),
      ...this.#examples(target, dialect),
    })
  }

  #tellContent(target: Target, kind: 'header' | 'parameter'): void {
    const content = child(target, 'content')
    if (content.value === undefined) return
    const message = `the content of a ${kind} is typed in openapi.ts only: constants and parsers have no schema for it. Describe it by schema where its value is one text.`
    this.#context.report.note(locationOf(content), message)
  }

  #readMediaType(target: Target, { dialect, stem }: Reading): JsonObject {
    return replace(copyObject(target, this.#context), {
      schema: this.#schema(child(target, 'schema'), { dialect, stem }),
      ...this.#examples(target, dialect),
      encoding: this.#map(target, 'encoding', (encoding) =>
        replace(copyObject(encoding, this.#context), {
          headers: this.#map(encoding, 'headers', (header) =>
            this.#referable('headers', header, { dialect, stem: null }),
          ),
        }),
      ),
    })
  }

  readonly #readExample: Read = (target) =>
    replace(copyObject(target, this.#context), {
      value: inlineExample(child(target, 'value'), this.#context),
    })

  readonly #readCallback: Read = (target, { dialect }) => {
    const callback = copyObject(target, this.#context)
    for (const expression of Object.keys(callback)) {
      if (expression.startsWith('x-')) continue
      const item = child(target, expression)
      const ref = refOf(item.value)
      const member =
        ref === undefined
          ? this.readPathItem(item, { dialect, path: `callback ${item.pointer}` })
          : this.#registry.reference('pathItems', ref, { target: item, dialect })
      setMember(callback, expression, member)
    }
    return callback
  }

  readonly #readers: Partial<Record<Section, Read>> = {
    responses: this.#readResponse,
    parameters: this.#readParameter,
    requestBodies: this.#readRequestBody,
    headers: this.#readHeader,
    pathItems: (target, { dialect }) =>
      this.readPathItem(target, { dialect, path: target.pointer }),
    examples: this.#readExample,
    callbacks: this.#readCallback,
  }

  #read(section: Section, target: Target, reading: Reading): unknown {
    const read = this.#readers[section]
    return read === undefined ? target.value : read(target, reading)
  }

  #referable(section: Section, target: Target, reading: Reading): unknown {
    checkRef(target, this.#context)
    const ref = refOf(target.value)
    if (ref === undefined) return this.#read(section, target, reading)
    return this.#registry.reference(section, ref, { target, dialect: reading.dialect })
  }

  #schema(target: Target, { dialect, stem }: Reading): unknown {
    const { value } = target
    if (value === undefined) return undefined
    if (stem !== null && isObject(value) && !isNamed(value)) {
      return this.#registry.lift('schemas', stem, { target, dialect })
    }
    const options = { context: this.#context, registry: this.#registry, dialect }
    const schema = normalizeSchema(target, options)
    this.unnamedSchemas.set(keyOf(target), { schema, location: locationOf(target) })
    return schema
  }

  #content(target: Target, { dialect, stem }: Reading): JsonObject | undefined {
    const { value } = child(target, 'content')
    const preferred = preferredContentType(isObject(value) ? Object.keys(value) : [])
    return this.#map(target, 'content', (mediaType, contentType) =>
      this.#readMediaType(mediaType, { dialect, stem: contentType === preferred ? stem : null }),
    )
  }

  #examples(target: Target, dialect: Dialect): JsonObject {
    return {
      example: inlineExample(child(target, 'example'), this.#context),
      examples: this.#map(target, 'examples', (example) =>
        this.#referable('examples', example, { dialect, stem: null }),
      ),
    }
  }

  /** `stem` is the name of the operation or path that takes them. */
  #parameters(target: Target, { dialect, stem }: Reading): unknown {
    const list = child(target, 'parameters')
    return expectList(list, this.#context)?.map((_, index) => {
      const parameter = child(list, index)
      const name = toPascalCase(String(child(parameter, 'name').value))
      return this.#referable('parameters', parameter, {
        dialect,
        stem: stem && `${stem}${name}Parameter`,
      })
    })
  }

  #map(
    target: Target,
    key: string,
    read: (member: Target, name: string) => unknown,
  ): JsonObject | undefined {
    return readMap(target, key, { context: this.#context, read })
  }
}

function isNamed(schema: JsonObject): boolean {
  return refOf(schema) !== undefined && Object.keys(schema).length === 1
}

/** A path item has one description: beside its `$ref` the others would be lost. */
function checkPathItemRef(target: Target, context: Context): void {
  checkRef(target, context)
  if (refOf(target.value) === undefined) return
  for (const key of Object.keys(target.value as JsonObject)) {
    if (key === '$ref' || isAnnotation(key)) continue
    const message = `'${key}' is next to the $ref of a path item, where its meaning is undefined. Move it into the target of the $ref.`
    context.report.add('ref-siblings', locationOf(child(target, key)), message)
  }
}

/** Reports a parameter without a name or a place. */
function checkParameter(target: Target, context: Context): void {
  const source = expectObject(target, context)
  if (source === undefined) return
  if (typeof source.name !== 'string') {
    const message = `a parameter has no name: expected a text, received ${describe(source.name)}. Write its name.`
    context.report.add('structure', locationOf(child(target, 'name')), message)
  }
  if (isParameterPlace(source.in)) return
  const places = parameterPlaces.join(', ')
  const message = `a parameter has no place: expected ${places}, received ${describe(source.in)}. Write one of them.`
  context.report.add('structure', locationOf(child(target, 'in')), message)
}

function describe(value: unknown): string {
  if (value === undefined) return 'none'
  return typeof value === 'string' ? 'another text' : kindOf(value)
}

/** What the inline schemas of a component are named after; null for components that lift none out. */
function stemOf(section: Section, name: string): string | null {
  if (section === 'headers') return withSuffix(name, 'Header')
  if (section === 'parameters') return withSuffix(name, 'Parameter')
  if (section === 'requestBodies') return withSuffix(name, 'RequestBody')
  return section === 'responses' ? name : null
}

/** The name of the status in the names of what is lifted out: `200`, `4XX`, `Default`. */
function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function withSuffix(name: string, suffix: string): string {
  return name.endsWith(suffix) ? name : `${name}${suffix}`
}
