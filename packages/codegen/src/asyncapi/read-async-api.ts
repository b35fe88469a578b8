import { claimNames } from '../bundle/claim-names.ts'
import { toCamelCase } from '../bundle/names.ts'
import type { Registry } from '../bundle/registry.ts'
import type { JsonObject } from '../json.ts'
import type { Node } from '../load/node.ts'
import { findMessages } from './find-messages.ts'
import { type MessageDraft, readMessage } from './read-message.ts'

/** The messages of AsyncAPI 2 and 3 documents, under ids that are unique over all of them. */
export function readAsyncApi(documents: readonly Node[], registry: Registry): MessageDraft[] {
  for (const document of documents) {
    const components = document.child('components')
    if (components.value !== undefined) components.object()
    for (const [name, node] of components.child('schemas').members())
      registry.addComponent('schemas', name, { node, dialect: 'draft-07' })
  }
  const found = documents.flatMap((document) => {
    const { asyncapi, defaultContentType } = document.value as JsonObject
    const isVersion2 = String(asyncapi).startsWith('2.')
    return findMessages(document, { isVersion2 }).map((message) => ({
      ...message,
      isVersion2,
      defaultContentType,
      section: 'messages',
      name: '',
      claims: [{ name: toCamelCase(message.key), rank: 1, node: message.node }],
    }))
  })
  claimNames(found)
  return found.map(({ name, key, node, method, ...from }) =>
    readMessage(node, {
      registry,
      method,
      id: name,
      name: key,
      traitsWin: from.isVersion2,
      defaultContentType:
        typeof from.defaultContentType === 'string' ? from.defaultContentType : 'application/json',
    }),
  )
}
