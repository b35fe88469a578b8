import { DocsError } from '../errors.ts'
import { renderAsyncApi } from './asyncapi/render-asyncapi.ts'
import { Bundle, type Json } from './bundle-node.ts'
import { renderOpenApi } from './openapi/render-openapi.ts'
import type { ReferencePage } from './page-writer.ts'

export type { ReferencePage }

/**
 * The pages of a bundled document, readable without scripts: Markdown with semantic HTML in it.
 *
 * @param id names the folder of the pages: `reference/<id>`, `reference/<id>/operations/…`.
 * @throws {DocsError} with the JSON Pointer of what the pages cannot show, so that nothing is left out.
 */
export function renderReference({ id, bundle }: { id: string; bundle: Json }): ReferencePage[] {
  const folder = `reference/${id}`
  if (/^3\.1\./.test(String(bundle.openapi))) return renderOpenApi(new Bundle(bundle), folder)
  if (/^3\.0\./.test(String(bundle.asyncapi))) return renderAsyncApi(new Bundle(bundle), folder)
  throw new DocsError(`${id}: expected OpenAPI 3.1 or AsyncAPI 3.0.`)
}
