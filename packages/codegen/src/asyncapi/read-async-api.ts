import { claimNames } from '../bundle/claim-names.ts'
import { toCamelCase } from '../bundle/names.ts'
import { type Context, child, expectObject, isObject, type JsonObject } from '../bundle/node.ts'
import type { Registry } from '../bundle/registry.ts'
import type { Target } from '../load/document-store.ts'
import { findMessages2, findMessages3 } from './find-messages.ts'
import { type MessageDraft, readMessage } from './read-message.ts'

/** The messages of AsyncAPI 2 and 3 documents, under ids that are unique over all of them. */
export function readAsyncApi(
  documents: readonly Target[],
  { context, registry }: { context: Context; registry: Registry },
): MessageDraft[] {
  for (const document of documents) addSchemas(document, { context, registry })
  const found = documents.flatMap((document) => {
    const { asyncapi, defaultContentType } = document.value as JsonObject
    const isVersion2 = String(asyncapi).startsWith('2.')
    const messages = isVersion2
      ? findMessages2(document, context)
      : findMessages3(document, context)
    const contentType =
      typeof defaultContentType === 'string' ? defaultContentType : 'application/json'
    return messages.map((message) => ({
      ...message,
      contentType,
      isVersion2,
      ...claimant(message.key, message.target),
    }))
  })
  claimNames(found)
  return found
    .filter(({ target }) => isObject(target.value))
    .map(({ name, key, target, contentType, method, isVersion2 }) =>
      readMessage(target, {
        context,
        registry,
        id: name,
        name: key,
        defaultContentType: contentType,
        method,
        traitsWin: isVersion2,
      }),
    )
}

function addSchemas(
  document: Target,
  { context, registry }: { context: Context; registry: Registry },
): void {
  const components = child(document, 'components')
  if (components.value === undefined || expectObject(components, context) === undefined) return
  const schemas = child(components, 'schemas')
  const names = schemas.value === undefined ? {} : expectObject(schemas, context)
  for (const name of Object.keys(names ?? {})) {
    registry.addComponent('schemas', name, { target: child(schemas, name), dialect: 'draft-07' })
  }
}

function claimant(key: string, target: Target) {
  return { section: 'messages', name: '', claims: [{ name: toCamelCase(key), rank: 1, target }] }
}
