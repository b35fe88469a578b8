import { toCamelCase } from '../bundle/names.ts'
import { type Context, child, follow, isObject, type JsonObject, keyOf } from '../bundle/node.ts'
import type { Target } from '../load/document-store.ts'
import { parsePointer } from '../load/json-pointer.ts'

/** A message of a document, listed once even if several channels carry it. */
export interface FoundMessage {
  /** Key under which the document names it. */
  key: string
  target: Target
  /** The HTTP method of its binding, in upper case; null if none is stated. */
  method: string | null
}

/** Collects the messages of a document by identity. */
export class MessageFinder {
  readonly #context: Context
  readonly #found = new Map<string, FoundMessage>()

  constructor(context: Context) {
    this.#context = context
  }

  /** Adds a message or a `$ref` to one. The name of its component wins over `key`; the first `method` stays. */
  add(given: Target, { key, method }: { key: string; method?: string | null }): void {
    const target = follow(given, this.#context)
    if (target === undefined || !isObject(target.value)) return
    const found = this.#found.get(keyOf(target))
    if (found === undefined) {
      this.#found.set(keyOf(target), { key: ownKey(target) ?? key, target, method: method ?? null })
    } else {
      found.method ??= method ?? null
    }
  }

  get messages(): FoundMessage[] {
    return [...this.#found.values()]
  }
}

/** The HTTP method that the binding of an operation states. */
export function methodOf(operation: JsonObject): string | null {
  const bindings = isObject(operation.bindings) ? operation.bindings.http : undefined
  const method = isObject(bindings) ? bindings.method : undefined
  return typeof method === 'string' ? method.toUpperCase() : null
}

function ownKey({ pointer, value }: Target): string | undefined {
  const [first, second, name] = parsePointer(pointer)
  if (first === 'components' && second === 'messages') return name
  const { messageId } = value as JsonObject
  return typeof messageId === 'string' ? messageId : undefined
}

/** The messages of an AsyncAPI 2 document: of its channels and its components. */
export function findMessages2(document: Target, context: Context): FoundMessage[] {
  const finder = new MessageFinder(context)
  eachOf(child(document, 'channels'), context, (channel, address) => {
    for (const direction of ['publish', 'subscribe']) {
      const operation = child(channel, direction)
      if (!isObject(operation.value)) continue
      const { operationId } = operation.value
      const key =
        typeof operationId === 'string' ? operationId : toCamelCase(`${direction} ${address}`)
      addMessages2(finder, child(operation, 'message'), { key, method: methodOf(operation.value) })
    }
  })
  addComponents(finder, document, context)
  return finder.messages
}

function addMessages2(
  finder: MessageFinder,
  message: Target,
  options: { key: string; method: string | null },
): void {
  if (!isObject(message.value)) return
  const list = child(message, 'oneOf')
  if (!Array.isArray(list.value)) {
    finder.add(message, options)
    return
  }
  for (const index of list.value.keys())
    finder.add(child(list, index), { ...options, key: `${options.key} ${index + 1}` })
}

/** The messages of an AsyncAPI 3 document: of its channels, its operations and its components. */
export function findMessages3(document: Target, context: Context): FoundMessage[] {
  const finder = new MessageFinder(context)
  eachOf(child(document, 'operations'), context, (operation) => {
    const messages = child(operation, 'messages')
    if (!Array.isArray(messages.value)) return
    const method = methodOf(operation.value as JsonObject)
    for (const index of messages.value.keys()) {
      const message = follow(child(messages, index), context)
      if (message !== undefined)
        finder.add(message, { key: parsePointer(message.pointer).at(-1) ?? '', method })
    }
  })
  eachOf(child(document, 'channels'), context, (channel) => {
    eachOf(child(channel, 'messages'), context, (message, key) => finder.add(message, { key }))
  })
  addComponents(finder, document, context)
  return finder.messages
}

function addComponents(finder: MessageFinder, document: Target, context: Context): void {
  const components = child(document, 'components')
  if (!isObject(components.value)) return
  eachOf(child(components, 'messages'), context, (message, key) => finder.add(message, { key }))
}

function eachOf(map: Target, context: Context, visit: (target: Target, key: string) => void): void {
  if (!isObject(map.value)) return
  for (const key of Object.keys(map.value).toSorted()) {
    const target = follow(child(map, key), context)
    if (target !== undefined && isObject(target.value)) visit(target, key)
  }
}
