import type { Document } from '../document.ts'
import type { Send } from '../http/create-send.ts'
import { valuesOf } from '../http/exchange.ts'
import { schemaSource } from '../schema-source.ts'
import { allowedOrigin, type Platform } from '../world/open-platform.ts'
import { type Operation, readOperations } from './read-operations.ts'
import type { RequestWorld } from './request-case.ts'

type Given = { platform: Platform; document: Document; send: Send }

/** What requests to each operation of the document are made of. */
export async function openRequestWorlds(given: Given): Promise<[RequestWorld, ...RequestWorld[]]> {
  const operations = readOperations(given.document)
  const worlds: RequestWorld[] = []
  for (const operation of operations) {
    worlds.push(await openRequestWorld(given, operation, operations))
  }
  const [first, ...others] = worlds
  if (!first) throw new TypeError('The document has no operation.')
  return [first, ...others]
}

async function openRequestWorld(
  { platform, document, send }: Given,
  operation: Operation,
  operations: readonly Operation[],
): Promise<RequestWorld> {
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
  const source = schemaSource(document)
  const paths = operations.map(({ path }) => path)
  if (entityTag === undefined && operation.headers.some(({ name }) => name === 'If-None-Match')) {
    throw new Error(`${operation.path} has no entity tag to be asked for by.`)
  }
  return {
    ...{ operation, paths, source, allowedOrigin, entityTag },
    keys: { own: own.key, other: other.key, revoked: revoked.key },
  }
}
