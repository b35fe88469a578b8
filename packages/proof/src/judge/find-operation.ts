import { below, type Document } from '../document.ts'
import type { Request } from '../http/exchange.ts'

/** Where the document describes what is asked for; `undefined` where it does not. */
export function findOperation(
  { paths }: Document,
  { method, target }: Pick<Request, 'method' | 'target'>,
): string | undefined {
  const [path = ''] = target.split('?')
  const methods = (paths as Record<string, Record<string, unknown>>)[path]
  const name = method.toLowerCase()
  return methods?.[name] === undefined ? undefined : below('#/paths', path, name)
}
