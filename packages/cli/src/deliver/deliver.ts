import { CliError } from '../cli-error.ts'
import type { HttpMessage } from '../http-message/http-message.ts'
import { judgeExchange, type Verdict } from './judge-exchange.ts'
import { type Exchange, postMessage } from './post-message.ts'

export type Delivered = Exchange & Verdict

/**
 * Sends a request as the service would, and judges the answer as it would. Throws a `CliError` of code
 * `unreachable` where there is nobody to judge.
 */
export async function deliver(url: URL, message: Omit<HttpMessage, 'target'>): Promise<Delivered> {
  const exchange = await postMessage(url, message)
  if (exchange.end !== 'unreachable') return { ...exchange, ...judgeExchange(exchange, Date.now()) }
  throw new CliError(
    'unreachable',
    `${url.origin} is unreachable: expected a connection, received ${exchange.errorCode ?? 'none'}. Start the receiver, and compare host, port and certificate.`,
  )
}
