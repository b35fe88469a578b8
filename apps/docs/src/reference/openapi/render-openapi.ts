import { type Bundle, checkComponents } from '../bundle-node.ts'
import { createWriter, type ReferencePage } from '../page-writer.ts'
import { renderSchemasPage } from '../schemas-page.ts'
import { renderOperation } from './operation-page.ts'
import { renderOverview } from './overview-page.ts'
import { readCalls } from './read-calls.ts'

/** Components that have no page of their own, and are shown where they are referred to. */
const groups = ['parameters', 'headers', 'responses', 'requestBodies', 'examples', 'pathItems']

/** The pages of an OpenAPI 3.1 document: an overview, one for each operation, one of all schemas. */
export function renderOpenApi(bundle: Bundle, folder: string): ReferencePage[] {
  const root = bundle.root()
  const components = root.child('components')
  const schemas = components?.places('schemas') ?? []
  const calls = readCalls(() => bundle.root())
  const security = root.peek('security')
  const pages = calls.map((call) =>
    renderOperation(call, { writer: createWriter(bundle, { folder, page: call.page }), security }),
  )
  const tail = renderSchemasPage(schemas, { bundle, folder })
  const writer = createWriter(bundle, { folder, page: '' })
  const overview = renderOverview(root, { calls, components, schemas, writer })
  if (components !== undefined) {
    checkComponents(components, groups)
    components.close()
  }
  return [overview, ...pages, ...tail]
}
