import type { Target } from '../load/document-store.ts'
import { isAnnotation } from './annotations.ts'
import { type Context, child, type Dialect, type JsonObject, locationOf } from './node.ts'

/** Reports rules beside a `$ref` in the dialects that ignore them, instead of losing them in silence. */
export function checkRefSiblings(
  target: Target,
  source: JsonObject,
  { context, dialect }: { context: Context; dialect: Dialect },
): void {
  if (dialect === '2020-12') return
  const ignored = new Set(['$ref', '$schema', '$id', 'definitions', '$defs'])
  for (const keyword of Object.keys(source)) {
    if (ignored.has(keyword) || isAnnotation(keyword)) continue
    const message = `'${keyword}' stands beside a $ref, where ${nameOf(dialect)} ignores it. Write allOf: [{ $ref }, { ${keyword} }] instead.`
    context.report.add('ref-siblings', locationOf(child(target, keyword)), message)
  }
}

function nameOf(dialect: Dialect): string {
  return dialect === 'openapi-3.0' ? 'OpenAPI 3.0' : 'JSON Schema draft-07'
}
