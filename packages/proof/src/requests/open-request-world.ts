import type { Document } from '../document.ts'
import type { Send } from '../http/create-send.ts'
import { valuesOf } from '../http/exchange.ts'
import { schemaSource } from '../schema-source.ts'
import { allowedOrigin, type Platform } from '../world/open-platform.ts'
import { readOperations } from './read-operations.ts'
import type { RequestWorld } from './request-case.ts'

type Given = { platform: Platform; document: Document; send: Send }

/** What requests to the one operation of the document are made of. */
export async function openRequestWorld({ platform, document, send }: Given): Promise<RequestWorld> {
  const [operation, ...others] = readOperations(document)
  if (!operation || others.length > 0) {
    throw new TypeError('The document has not one operation: teach the contract tests the others.')
  }
  const [own, other, revoked] = [
    await platform.createKey(),
    await platform.createKey('staging'),
    await platform.createKey(),
  ]
  await platform.revokeKey(revoked.id)
  const { response } = await send({
    method: operation.method,
    target: operation.path,
    headers: [['Authorization', `Bearer ${own.key}`]],
  })
  const [entityTag] = valuesOf(response.headers, 'ETag')
  if (entityTag === undefined) throw new Error('The list has no entity tag.')
  return {
    ...{ operation, source: schemaSource(document), allowedOrigin, entityTag },
    keys: { own: own.key, other: other.key, revoked: revoked.key },
  }
}
