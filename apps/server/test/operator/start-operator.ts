import type { StoreKind } from '@partner-platform/database/testing'
import { expect } from 'vitest'
import { operations, parseOperatorErrorSent } from '../../src/generated/index.ts'
import type { OperatorId } from '../../src/operator/answers.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { startPlatform } from '../platform/start-platform.ts'
import { type Given, openServer, operatorToken } from '../start-server.ts'

export type Call = {
  params?: Readonly<Record<string, string>>
  /** Query parameters, or the raw query. */
  query?: Readonly<Record<string, string>> | string
  body?: unknown
  /** The raw body, in place of `body`. */
  bytes?: string
  headers?: Readonly<Record<string, string>>
  /** `null` for none. */
  token?: string | null
  idempotencyKey?: string
}

export type Reply = {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes.
  json: any
}

export type TestOperator = Awaited<ReturnType<typeof startOperator>>

/** The operator surface on an empty store. It checks each answer against the document. */
export async function startOperator(store: StoreKind | ServerDatabase, given: Given = {}) {
  const platform = await startPlatform(store)
  const { database, clock } = platform
  const server = await openServer({ database, clock, keys: 'as-they-are', ...given })
  const seen: { id: OperatorId; status: number; text: string }[] = []

  const call = async (id: OperatorId, asked: Call = {}): Promise<Reply> => {
    const operation = operations[id]
    const target = toTarget(operation.path, asked)
    const reply = await exchange(`${server.operatorUrl}${target}`, operation.method, asked)
    const { status, headers, text } = reply
    if (status >= 400) {
      const value = { statusCode: status, error: { requestId: headers['x-request-id'] } }
      expect(parseOperatorErrorSent(reply.json)).toMatchObject({ ok: true, value })
    }
    seen.push({ id, status, text })
    return reply
  }
  return {
    ...server,
    platform,
    seen,
    call,
    /** Makes a call that must succeed. Returns its body. */
    async ok(id: OperatorId, asked: Call = {}) {
      const { status, text, json } = await call(id, asked)
      expect(status, text).toBeLessThan(300)
      return json
    },
  }
}

function toTarget(path: string, { params = {}, query = {} }: Call): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? 'missing')
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return text === '' ? filled : `${filled}?${text}`
}

async function exchange(url: string, method: string, asked: Call): Promise<Reply> {
  const { body, bytes = body === undefined ? null : JSON.stringify(body) } = asked
  const headers = new Headers()
  if (asked.token !== null) headers.set('authorization', `Bearer ${asked.token ?? operatorToken}`)
  if (asked.idempotencyKey !== undefined) headers.set('idempotency-key', asked.idempotencyKey)
  if (bytes !== null) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(asked.headers ?? {})) headers.set(name, value)
  const response = await fetch(url, { method, headers, body: bytes })
  const text = await response.text()
  const json = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, headers: Object.fromEntries(response.headers), text, json }
}
