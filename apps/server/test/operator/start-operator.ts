import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { StoreKind } from '@partner-platform/database/testing'
import { expect } from 'vitest'
import { checkResponse } from '../../src/contract/check-response.ts'
import { operations } from '../../src/generated/index.ts'
import { createJsonLogger } from '../../src/log.ts'
import { buildOperatorApp, type OperatorOptions } from '../../src/operator/build-operator-app.ts'
import { type OperatorId, operatorSurface } from '../../src/operator/surface.ts'
import { startPlatform } from '../platform/start-platform.ts'

export const token = 'operator-token-of-the-tests-0123456789'

export type Call = {
  params?: Readonly<Record<string, string>>
  /** Parameters of the query, or its text as it is. */
  query?: Readonly<Record<string, string>> | string
  body?: unknown
  /** In place of `body`: the bytes as they are. */
  bytes?: string | Uint8Array
  headers?: Readonly<Record<string, string | string[]>>
  /** `null` for none. */
  token?: string | null
  idempotencyKey?: string
}

export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  json: any
}

export type TestOperator = Awaited<ReturnType<typeof startOperator>>

/** The operator surface on an empty store of a kind; each answer is held to the document. */
export async function startOperator(kind: StoreKind, given: Partial<OperatorOptions> = {}) {
  const platform = await startPlatform(kind)
  const { database, clock } = platform
  const logs: string[] = []
  const app = buildOperatorApp({
    ...{ database, clock, token, checkResponses: true },
    logger: createJsonLogger({ write: (text) => logs.push(text) }, clock.wallMs),
    ...given,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const seen: { id: OperatorId; status: number; text: string }[] = []

  const call = async (id: OperatorId, asked: Call = {}): Promise<Reply> => {
    const operation = operations[id]
    const target = toTarget(operation.path, asked)
    const reply = await exchange(`${url}${target}`, { method: operation.method, agent, asked })
    const { status, headers, text } = reply
    const body = text === '' ? null : text
    const problem = checkResponse(operation, { status, headers, body }, operatorSurface)
    expect(problem, `${id} ${status} ${text.slice(0, 300)}`).toBeNull()
    if (status >= 400) {
      const { statusCode, error } = reply.json
      expect([statusCode, error.requestId]).toEqual([status, headers['x-request-id']])
    }
    seen.push({ id, status, text })
    return reply
  }
  return {
    ...{ platform, url, logs, seen, call },
    /** A call that must succeed; its body. */
    async ok(id: OperatorId, asked: Call = {}) {
      const { status, text, json } = await call(id, asked)
      expect(status, text).toBeLessThan(300)
      return json
    },
    async stop() {
      agent.destroy()
      await app.close()
      await platform.stop()
    },
  }
}

function toTarget(path: string, { params = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? 'missing')
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return text === '' ? filled : `${filled}?${text}`
}

type Exchange = { method: string; agent: Agent; asked: Call }

function exchange(url: string, { method, agent, asked }: Exchange): Promise<Reply> {
  const { body, bytes = body === undefined ? undefined : JSON.stringify(body) } = asked
  const { hostname, port } = new URL(url)
  const headers = {
    ...(asked.token === null ? {} : { authorization: `Bearer ${asked.token ?? token}` }),
    ...(asked.idempotencyKey === undefined ? {} : { 'idempotency-key': asked.idempotencyKey }),
    ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    ...(bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }),
    ...asked.headers,
  }
  return new Promise((resolve, reject) => {
    // The path as it is: a URL object would tidy it.
    const path = url.slice(`http://${hostname}:${port}`.length)
    const sent = httpRequest({ hostname, port, path, method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json = text === '' ? undefined : JSON.parse(text)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
      })
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}
