import type { Bundle } from '../bundle-node.ts'
import { createWriter, type ReferencePage } from '../page-writer.ts'
import { renderSchemasPage } from '../schemas-page.ts'
import { renderMessage } from './message-page.ts'
import { renderOverview } from './overview-page.ts'
import { readMessages, readOperations } from './read-asyncapi.ts'

/** The pages of an AsyncAPI 3.0 document: an overview, one for each message, one of all schemas. */
export function renderAsyncApi(bundle: Bundle, folder: string): ReferencePage[] {
  const root = bundle.root()
  const components = root.child('components')
  const schemas = components?.places('schemas') ?? []
  const messages = readMessages(bundle)
  const operations = readOperations(bundle)
  const contentType = root.peek('defaultContentType')
  const pages = messages.map((message) =>
    renderMessage(message, {
      writer: createWriter(bundle, { folder, page: message.page }),
      operations,
      contentType: typeof contentType === 'string' ? contentType : undefined,
    }),
  )
  // Every message has a page already.
  components?.take('messages')
  components?.close()
  const tail = renderSchemasPage(schemas, { bundle, folder })
  const writer = createWriter(bundle, { folder, page: '' })
  return [renderOverview(root, { messages, operations, schemas, writer }), ...pages, ...tail]
}
