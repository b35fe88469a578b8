import type { Send } from '../http/create-send.ts'
import type { Exchange } from '../http/exchange.ts'
import type { RequestWorld } from './request-case.ts'

/** A success and a refusal of each operation. */
export async function askEachOperation(
  worlds: readonly Pick<RequestWorld, 'operation'>[],
  { send, key }: { send: Send; key: string },
): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const { operation } of worlds) {
    for (const text of [key, 'no-key']) {
      const headers = [['Authorization', `Bearer ${text}`]] as const
      exchanges.push(await send({ method: operation.method, target: operation.path, headers }))
    }
  }
  return exchanges
}
