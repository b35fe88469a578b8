import { toCamelCase } from '../bundle/names.ts'
import { isObject, type JsonObject } from '../json.ts'
import { parsePointer } from '../load/json-pointer.ts'
import type { Node } from '../load/node.ts'

/** A message of a document, listed once even if several channels carry it. */
export interface FoundMessage {
  /** Key under which the document names it. */
  key: string
  node: Node
  /** The HTTP method of its binding, in upper case; null if none is stated. */
  method: string | null
}

/** The messages of an AsyncAPI 2 or 3 document: of its channels, its operations and its components. */
export function findMessages(document: Node, { isVersion2 }: { isVersion2: boolean }) {
  const found = new Map<string, FoundMessage>()
  /** The name of its component wins over `key`; the first `method` stays. */
  const add = (given: Node, key: string, method: string | null = null): void => {
    const node = given.follow()
    if (node === undefined || !isObject(node.value)) return
    const known = found.get(node.key)
    if (known === undefined) found.set(node.key, { key: ownKey(node) ?? key, node, method })
    else known.method ??= method
  }
  if (isVersion2) addFromChannels(document, add)
  else addFromOperations(document, add)
  for (const [key, message] of document.child('components').child('messages').objects())
    add(message, key)
  return [...found.values()]
}

type Add = (given: Node, key: string, method?: string | null) => void

function addFromChannels(document: Node, add: Add): void {
  for (const [address, channel] of document.child('channels').objects()) {
    for (const direction of ['publish', 'subscribe']) {
      const operation = channel.child(direction)
      if (!isObject(operation.value)) continue
      const { operationId } = operation.value
      const message = operation.child('message')
      const key =
        typeof operationId === 'string' ? operationId : toCamelCase(`${direction} ${address}`)
      const method = methodOf(operation.value)
      const choices = message.child('oneOf')
      if (!Array.isArray(choices.value)) add(message, key, method)
      for (const [index, choice] of choices.items().entries())
        add(choice, `${key} ${index + 1}`, method)
    }
  }
}

function addFromOperations(document: Node, add: Add): void {
  for (const [, operation] of document.child('operations').objects()) {
    for (const item of operation.child('messages').items()) {
      const message = item.follow()
      const key = parsePointer(message?.pointer ?? '').at(-1) ?? ''
      if (message !== undefined) add(message, key, methodOf(operation.value as JsonObject))
    }
  }
  for (const [, channel] of document.child('channels').objects())
    for (const [key, message] of channel.child('messages').objects()) add(message, key)
}

/** The HTTP method that the binding of an operation states. */
function methodOf({ bindings }: JsonObject): string | null {
  const http = isObject(bindings) ? bindings.http : undefined
  return isObject(http) && typeof http.method === 'string' ? http.method.toUpperCase() : null
}

function ownKey({ pointer, value }: Node): string | undefined {
  const [first, second, name] = parsePointer(pointer)
  if (first === 'components' && second === 'messages') return name
  const { messageId } = value as JsonObject
  return typeof messageId === 'string' ? messageId : undefined
}
