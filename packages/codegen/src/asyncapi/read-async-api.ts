import { claimNames, nameOfPointer, takeName, toCamelCase, toPascalCase } from '../bundle/names.ts'
import type { Ref, Registry } from '../bundle/registry.ts'
import { isObject, type JsonObject, objectOf, parsePointer, pick, textOf } from '../json.ts'
import { dialectOfFormat } from '../load/dialects.ts'
import type { Dialect, Node } from '../load/node.ts'
import type { Channel, Header, Message } from '../model.ts'
import { isAnnotation } from '../schema/keyword-table.ts'

/** The messages of AsyncAPI 2 and 3 documents, under ids that are unique over all of them. */
export function readAsyncApi(documents: readonly Node[], registry: Registry): MessageDraft[] {
  for (const document of documents) {
    const components = document.child('components')
    if (components.value !== undefined) components.object()
    for (const [name, node] of components.child('schemas').members())
      registry.addComponent('schemas', name, node)
  }
  const found = documents.flatMap((document) =>
    findMessages(document).map((message) => {
      const claims = [{ name: toCamelCase(message.key), rank: 1, node: message.node }]
      return { ...message, document, section: 'messages', name: '', claims }
    }),
  )
  claimNames(found)
  return found.map(({ name: id, ...message }) => readMessage({ ...message, id, registry }))
}

/** The channels of AsyncAPI documents whose addresses have parameters. */
export function readChannels(documents: readonly Node[]): Channel[] {
  const taken = new Set<string>()
  return documents.flatMap((document) =>
    document
      .child('channels')
      .objects()
      .flatMap(([key, channel]) => {
        const { address = key, description } = channel.value as JsonObject
        const parameters = channel.child('parameters').objects()
        if (parameters.length === 0 || typeof address !== 'string') return []
        const wish = isVersion2(document) ? toCamelCase(key) : key
        return [
          {
            id: takeName(wish, taken),
            address,
            parameters: Object.fromEntries(
              parameters.map(([name, node]) => [name, readParameter(node)]),
            ),
            description: textOf(description),
            location: channel.location,
          },
        ]
      }),
  )
}

/** In AsyncAPI 2 a schema describes the values, in AsyncAPI 3 the parameter itself. */
function readParameter(node: Node): Channel['parameters'][string] {
  const described = node.child('schema').follow()?.value
  return pick({ ...(node.value as JsonObject), ...objectOf(described) }, ['enum', 'default'])
}

const isVersion2 = (document: Node) =>
  textOf(document.child('asyncapi').value)?.startsWith('2.') === true

/** A message of a document, listed once even if several channels carry it. */
interface FoundMessage {
  /** Key under which the document names it: its name on the wire if it states none. */
  key: string
  node: Node
  /** The HTTP method of its binding, in upper case; null if none is stated. */
  method: string | null
}

function findMessages(document: Node): FoundMessage[] {
  const found = new Map<string, FoundMessage>()
  for (const [key, given, method = null] of usesOfMessages(document)) {
    const node = given.follow()
    if (node === undefined || !isObject(node.value)) continue
    const known = found.get(node.key)
    // The name of its component wins over `key`; the first `method` stays.
    if (known === undefined) found.set(node.key, { key: ownKey(node) ?? key, node, method })
    else known.method ??= method
  }
  return [...found.values()]
}

type Use = [key: string, message: Node, method?: string | null]

/** The messages of the channels, the operations and the components of an AsyncAPI 2 or 3 document. */
function* usesOfMessages(document: Node): Generator<Use> {
  const isOld = isVersion2(document)
  if (!isOld) yield* usesInOperations(document)
  for (const [address, channel] of document.child('channels').objects())
    yield* isOld ? usesInChannel(address, channel) : channel.child('messages').objects()
  yield* document.child('components').child('messages').objects()
}

function* usesInChannel(address: string, channel: Node): Generator<Use> {
  for (const direction of ['publish', 'subscribe']) {
    const operation = channel.child(direction)
    if (!isObject(operation.value)) continue
    const message = operation.child('message')
    const key = textOf(operation.value.operationId) ?? toCamelCase(`${direction} ${address}`)
    const method = methodOf(operation.value)
    const choices = message.child('oneOf')
    if (!Array.isArray(choices.value)) yield [key, message, method]
    for (const [index, choice] of choices.items().entries())
      yield [`${key} ${index + 1}`, choice, method]
  }
}

function* usesInOperations(document: Node): Generator<Use> {
  for (const [, operation] of document.child('operations').objects()) {
    for (const item of operation.child('messages').items()) {
      const message = item.follow()
      if (message === undefined) continue
      const key = parsePointer(message.pointer).at(-1) ?? ''
      yield [key, message, methodOf(operation.value as JsonObject)]
    }
  }
}

/** The HTTP method that the binding of an operation states. */
function methodOf({ bindings }: JsonObject): string | null {
  const { http } = objectOf(bindings)
  return textOf(objectOf(http).method)?.toUpperCase() ?? null
}

function ownKey({ pointer, value }: Node): string | undefined {
  const [first, second, name] = parsePointer(pointer)
  if (first === 'components' && second === 'messages') return name
  return textOf(objectOf(value).messageId) ?? undefined
}

type Unnamed<T extends { schema: unknown }> = Omit<T, 'schema'> & { schema: Ref }

/** A message whose schemas have no names yet. */
export interface MessageDraft extends Omit<Message, 'payload' | 'headers'> {
  payload: Ref
  headers: Unnamed<Header>[]
}

interface MessageOptions extends FoundMessage {
  id: string
  document: Node
  registry: Registry
}

/** Reads one Message Object, its traits merged in. */
function readMessage(options: MessageOptions): MessageDraft {
  const { registry, id, key, node, document, method } = options
  const traits = node
    .child('traits')
    .items()
    .flatMap((trait) => trait.follow() ?? [])
    .filter(({ value }) => isObject(value))
    .toReversed()
  // In AsyncAPI 2 a trait overrides the message, in AsyncAPI 3 the message its traits.
  const layers = isVersion2(document) ? [...traits, node] : [node, ...traits]
  const fields = (key: string) =>
    layers.map((layer) => layer.child(key)).filter(({ value }) => value !== undefined)
  const field = (key: string) => fields(key)[0] ?? node.child(key)
  const text = (key: string) => textOf(field(key).value)
  const entries = layers.toReversed().flatMap(({ value }) => Object.entries(value as JsonObject))
  const usual = textOf(document.child('defaultContentType').value) ?? 'application/json'
  return {
    id,
    method,
    name: text('name') ?? key,
    title: text('title'),
    summary: text('summary'),
    description: text('description'),
    contentType: text('contentType') ?? usual,
    payload: readPayload(field('payload'), text('schemaFormat'), options),
    headers: readHeaders(fields('headers'), { registry, id, owner: node }),
    examples: readExamples(field('examples')),
    extensions: Object.fromEntries(entries.filter(([key]) => key.startsWith('x-'))),
    location: node.location,
  }
}

function readPayload(node: Node, format: string | null, { registry, id }: MessageOptions): Ref {
  const { value } = node
  const isWrapped = isObject(value) && typeof value.schemaFormat === 'string' && 'schema' in value
  const stated = isWrapped ? String(value.schemaFormat) : format
  const schema = isWrapped ? node.child('schema') : node
  const dialect = stated === null ? schema.dialect : dialectOfFormat(stated, schema)
  const name = `${toPascalCase(id)}Payload`
  const known = dialect === undefined ? { value: undefined } : { dialect }
  return registry.nameSchema(schema.with(known), name)
}

function readExamples(list: Node): JsonObject[] {
  return list.items().flatMap((example) => {
    if (!isObject(example.value)) return []
    const payload = example.child('payload')
    if (payload.value === undefined) return [example.value]
    return [{ ...example.value, payload: payload.example() }]
  })
}

interface HeaderOptions {
  registry: Registry
  id: string
  /** The message. */
  owner: Node
}

/** `additionalProperties` is ignored here: each hop adds its own headers. */
const carried = new Set(['type', 'properties', 'required', 'allOf', 'additionalProperties'])

/** The headers that object schemas describe; if two describe one header, the first wins. */
function readHeaders(schemas: readonly Node[], options: HeaderOptions): Unnamed<Header>[] {
  const parts = schemas.flatMap((schema) => flatten(schema))
  const required = new Set(parts.flatMap((part) => part.child('required').value))
  const headers = new Map<string, Unnamed<Header>>()
  for (const part of parts) {
    const properties = part.child('properties')
    for (const name of Object.keys(objectOf(properties.value))) {
      if (headers.has(name)) continue
      const property = properties.child(name)
      const schema = options.registry.nameSchema(property, nameOfHeader(options, name, property))
      headers.set(name, { name, required: required.has(name), schema })
    }
  }
  return [...headers.values()]
}

/** Named after the message, or after its place if several messages share it. */
function nameOfHeader({ id, owner }: HeaderOptions, header: string, node: Node): string {
  const name = node.key.startsWith(`${owner.key}/`)
    ? `${toPascalCase(id)}${toPascalCase(header)}`
    : nameOfPointer(node.file.name, parsePointer(node.pointer))
  return name.endsWith('Header') ? name : `${name}Header`
}

/** The object schemas of headers in a schema, which a `schemaFormat` may wrap, and in its `allOf`. */
function flatten(given: Node, stated?: Dialect): Node[] {
  let node = given.follow()
  let dialect = stated
  if (isObject(node?.value) && typeof node.value.schemaFormat === 'string') {
    const schema = node.child('schema')
    dialect = dialectOfFormat(node.value.schemaFormat, schema)
    node = dialect && schema.follow()
  }
  if (node?.object() === undefined) return []
  for (const keyword of Object.keys(node.value as JsonObject)) {
    if (carried.has(keyword) || isAnnotation(keyword)) continue
    const message = `a list of headers cannot express '${keyword}'. Use type, properties, required and allOf.`
    node.child(keyword).problem('keyword', message)
  }
  const part = dialect === undefined ? node : node.with({ dialect })
  const parts = part.child('allOf').items()
  return [part, ...parts.flatMap((one) => flatten(one, dialect))]
}
