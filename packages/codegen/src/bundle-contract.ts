import { type MessageDraft, readAsyncApi, readChannels } from './asyncapi/read-async-api.ts'
import { toCamelCase } from './bundle/names.ts'
import { normalizeSchema } from './bundle/normalize-schema.ts'
import { type Entry, Registry } from './bundle/registry.ts'
import { Report } from './errors.ts'
import {
  compareText,
  isObject,
  kindOf,
  listOf,
  nameOfRef,
  objectOf,
  setMember,
  sortKeysDeep,
  textOf,
} from './json.ts'
import { DocumentStore, type Remotes } from './load/document-store.ts'
import type { Node } from './load/node.ts'
import type {
  Constant,
  Contract,
  DocumentParts,
  JsonSchema,
  Location,
  Message,
  NamedSchema,
} from './model.ts'
import { OpenApiReader, readOpenApi } from './openapi/open-api-reader.ts'
import { KindReader, readOperations } from './openapi/read-operations.ts'

/** The documents to read. */
export interface BundleOptions {
  /** Swagger 2.0 and OpenAPI 3.0 to 3.2 documents, paths relative to `cwd`. */
  openapi?: readonly string[]
  /** AsyncAPI 2 and 3 documents, paths relative to `cwd`. */
  asyncapi?: readonly string[]
  /** @default process.cwd() */
  cwd?: string
  /**
   * The folders that hold documents of the network, by the start of their addresses, such as
   * `{ 'https://example.com/schemas/': './vendor' }`. Nothing is ever fetched. @default none
   */
  remotes?: Remotes
  /**
   * Order of the keys in schemas: `sorted` gives the same contract however a document orders them,
   * `written` is what people read. @default 'sorted'
   */
  keyOrder?: 'sorted' | 'written'
  /** Whether a mistake costs only the rule it is in. Else the documents are refused. @default false */
  lenient?: boolean
  /** Called with the path of each file that is read. */
  onRead?: (path: string) => void
}

/**
 * The documents as one contract. Reads each file once, from the file system only.
 * Throws a `ContractError` with every problem found, each with its file, line and pointer.
 */
export function bundleContract(options: BundleOptions): Contract {
  return bundleWithLocations(options).contract
}

/**
 * The contract for callers that look for more problems in it. Also returns the schemas without a name, such
 * as the schemas of callbacks; the notices and mistakes so far; and a function that adds lines to places,
 * which reads files again.
 */
export function bundleWithLocations({
  openapi = [],
  asyncapi = [],
  cwd = process.cwd(),
  remotes = {},
  keyOrder = 'sorted',
  lenient = false,
  onRead = () => {},
}: BundleOptions) {
  const report = new Report({ isLenient: lenient })
  const store = new DocumentStore([...openapi, ...asyncapi], { cwd, report, remotes, onRead })
  const locate = (locations: readonly Location[]) => store.locate(locations)
  const open = (files: readonly string[], kind: 'openapi' | 'asyncapi') =>
    files
      .flatMap((file) => store.open(file) ?? [])
      .filter((node) => checkVersion(node, kind, report))
  const openapiNodes = open(openapi, 'openapi')
  const asyncapiNodes = open(asyncapi, 'asyncapi')
  const documents = [...openapiNodes, ...asyncapiNodes]
  report.throwIfAny(locate)
  const registry: Registry = new Registry((section, node) =>
    section === 'schemas' ? normalizeSchema(node, registry) : reader.readComponent(section, node),
  )
  const reader = new OpenApiReader(registry)
  const parts = readOpenApi(openapiNodes, { registry, reader })
  const messages = readAsyncApi(asyncapiNodes, registry)
  const schemas = takeSchemas(registry.finish(), { parts, messages })
  const kinds = new KindReader(schemas)
  const contract: Contract = {
    sources: documents.map(({ file }) => file.name),
    schemas,
    operations: readOperations(parts, { nodes: reader.operationNodes, kinds }),
    messages: messages.map(toMessage).toSorted((a, b) => compareText(a.id, b.id)),
    channels: readChannels(asyncapiNodes).toSorted((a, b) => compareText(a.id, b.id)),
    securitySchemes: Object.entries(parts.components.securitySchemes ?? {})
      .map(([name, scheme]) => ({ name, scheme: objectOf(scheme) }))
      .toSorted((a, b) => compareText(a.name, b.name)),
    servers: readServers(parts.header.servers),
    constants: readConstants(documents),
    parts,
  }
  report.throwIfAny(locate)
  if (keyOrder === 'sorted')
    for (const named of schemas) named.schema = sortKeysDeep(named.schema) as JsonSchema
  const unnamedSchemas = [...reader.unnamedSchemas.values()]
  return { contract, unnamedSchemas, report, locate }
}

/** The schemas among the entries, whose names are final; the other entries go to the components of `parts`. */
function takeSchemas(
  entries: readonly Entry[],
  { parts, messages }: { parts: DocumentParts; messages: readonly MessageDraft[] },
): NamedSchema[] {
  const payloads = new Set(messages.map(({ payload }) => nameOfRef(payload.$ref)))
  return entries.flatMap(({ section, name, value, node: { location } }) => {
    if (section === 'schemas') {
      const isMessagePayload = payloads.has(name)
      return [{ name, schema: value as JsonSchema, location, isMessagePayload }]
    }
    parts.components[section] ??= {}
    setMember(parts.components[section], name, value)
    return []
  })
}

const versions = {
  openapi: { pattern: /^3\.[012]\.\d+/, example: '3.1.0', read: '3.0 to 3.2', other: 'asyncapi' },
  asyncapi: {
    pattern: /^(2\.[0-6]|3\.\d+)\.\d+/,
    example: '3.0.0',
    read: '2.0 to 2.6 and 3',
    other: 'openapi',
  },
} as const

/** True if a document has the right kind and a supported version; else the problem went to the report. */
function checkVersion(node: Node, kind: 'openapi' | 'asyncapi', report: Report): boolean {
  const [message, member] = findVersionFault(node.value, kind)
  if (message === undefined) return true
  const { location } = member === undefined ? node : node.child(member)
  report.refuse('version-unknown', location, message)
  return false
}

function findVersionFault(
  value: unknown,
  kind: 'openapi' | 'asyncapi',
): [message?: string, member?: string] {
  const { pattern, example, read, other } = versions[kind]
  if (!isObject(value)) {
    const expected = `the document must be an object with '${kind}: ${example}', not ${kindOf(value)}`
    return [`${expected}. Name an OpenAPI or AsyncAPI document.`]
  }
  const version = value[kind]
  if (typeof version === 'string') {
    const message = `the version '${version}' is not supported: only ${read}. Convert the document.`
    return pattern.test(version) ? [] : [message, kind]
  }
  if (version !== undefined) {
    const expected = `the version must be a string, not ${kindOf(version)}`
    return [`${expected}. Write '${kind}: "${example}"'.`, kind]
  }
  if (value[other] !== undefined)
    return [`this is a document for --${other}, not for --${kind}. Pass it with --${other}.`, other]
  if (value.swagger !== undefined) {
    const message = `this version of Swagger is not supported: only 2.0 and OpenAPI ${read}. Convert the document.`
    return [message, 'swagger']
  }
  return [`the document states no version. Write '${kind}: ${example}' at its top.`]
}

function toMessage({ payload, headers, ...message }: MessageDraft): Message {
  const named = headers.map(({ schema, ...one }) => ({ ...one, schema: nameOfRef(schema.$ref) }))
  return {
    ...message,
    payload: nameOfRef(payload.$ref),
    headers: named.toSorted((a, b) => compareText(a.name, b.name)),
  }
}

/** The servers, named by `x-name`, else by a short description, else by number. */
function readServers(source: unknown): Contract['servers'] {
  const servers = listOf(source).filter(isObject)
  const taken = new Set<string>()
  return servers.flatMap(({ url, description: text, 'x-name': stated }, index) => {
    if (typeof url !== 'string') return []
    const description = textOf(text)
    const isName = description !== null && /^[\p{L}\p{N} ]{1,30}$/u.test(description)
    const wish = typeof stated === 'string' ? stated : isName ? toCamelCase(description) : null
    const name = wish === null || taken.has(wish) ? `server${index + 1}` : wish
    taken.add(name)
    return [{ name, url, description }]
  })
}

/** Every `x-constants` entry of the documents: `name: { value, description?, x-decision? }` or a bare value. */
function readConstants(documents: readonly Node[]): Constant[] {
  const constants = new Map<string, Constant>()
  for (const document of documents) {
    for (const [name, node] of document.child('x-constants').members()) {
      const constant = readConstant(name, node)
      const known = constants.get(name)
      if (known === undefined) constants.set(name, constant)
      else if (JSON.stringify(known.value) !== JSON.stringify(constant.value)) {
        const message = `the constant '${name}' has a different value in ${known.location.file}. Rename one of them.`
        node.problem('duplicate', message)
      }
    }
  }
  return [...constants.values()].toSorted((a, b) => compareText(a.name, b.name))
}

function readConstant(name: string, { value, location }: Node): Constant {
  if (!isObject(value) || !('value' in value))
    return { name, value, description: null, decision: null, location }
  const decisions = [value['x-decision']].flat().filter((one) => typeof one === 'string')
  const decision = decisions.length > 0 ? decisions.join(', ') : null
  return { name, value: value.value, location, description: textOf(value.description), decision }
}
