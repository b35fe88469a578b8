import { messages } from '@partner-platform/types'
import {
  createSecret,
  type Secret,
  signPayload,
  type WebhookEvent,
} from '@partner-platform/webhooks'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { assertEnvironment } from '../src/inbox/create-inbox.ts'
import {
  buildReceiver,
  createJsonLogger,
  type EntryState,
  type HandlerContext,
  type ReceiverOptions,
} from '../src/index.ts'
import { nowMs } from './deliveries.ts'
import { useStore } from './use-store.ts'
import { ask, type WireRequest } from './wire.ts'

export const callbackPath = '/webhooks'
const message = messages.submissionUpdated
const [eventHeader, signatureHeader] = ['X-Platform-Event', 'X-Platform-Signature'] as const

export type Sent = {
  body: string | Uint8Array
  /** `'sign'` for a valid one, a list for several lines, `null` for none. @default 'sign' */
  signature?: string | readonly string[] | null
  headers?: WireRequest['headers']
  event?: string
}

type Handled = { event: WebhookEvent; context: Omit<HandlerContext, 'signal'> }
type EventRow = { body: Uint8Array; superseded: boolean; storage_key: string; handling: string }
type BodyRow = { body: Uint8Array; code: string; verified: boolean }

/** Options of a receiver. Without secrets it trusts `secret`. */
type Given = Pick<ReceiverOptions, 'database'> & Partial<ReceiverOptions>

/** A receiver on a free port that trusts `secret`; it stops when the test ends. */
export async function startReceiver(given: Given) {
  const started = await openReceiver(given)
  onTestFinished(() => started.receiver.close())
  return started
}

type Changes = { secrets?: readonly Secret[]; now?: () => number }

/** One receiver for all tests of a file: starting one costs more than most tests. */
export function useSharedReceiver() {
  const store = useStore('embedded')
  const secret = createSecret()
  let changes: Changes = {}
  let shared: Awaited<ReturnType<typeof openReceiver>>
  beforeAll(async () => {
    shared = await openReceiver({
      database: await store.empty(),
      secrets: () => changes.secrets ?? [secret],
      now: () => changes.now?.() ?? nowMs,
    })
  })
  afterAll(() => shared.receiver.close())
  /** The receiver with an empty inbox, and with other secrets or another clock if given. */
  return async (given: Changes = {}) => {
    await shared.untilIdle()
    await assertEnvironment(await store.empty(), 'development')
    for (const kept of [shared.logs, shared.handled]) kept.length = 0
    changes = given
    return { ...shared, secret, send: createSend({ ...shared, secret, path: callbackPath }) }
  }
}

/** A receiver on a free port. The test stops it. */
export async function openReceiver(given: Given, ports: { inboxPort?: number } = {}) {
  const secret = createSecret()
  const logs: string[] = []
  const handled: Handled[] = []
  const receiver = await buildReceiver({
    secrets: [secret],
    now: () => nowMs,
    logger: createJsonLogger({ write: (text) => logs.push(text) }),
    handle: (event, { signal: _signal, ...context }) => void handled.push({ event, context }),
    ...given,
  } as ReceiverOptions)
  const { url, inboxUrl } = await receiver.listen({ host: '127.0.0.1', port: 0, ...ports })
  const { query } = given.database
  return {
    url,
    inboxUrl: inboxUrl ?? '',
    secret,
    logs,
    receiver,
    handled,
    view: receiver.view,
    send: createSend({ url, secret, path: given.path ?? callbackPath }),
    /** The rows of the store, oldest first, read without the code under test. */
    events: () => query<EventRow>('select * from events order by id'),
    quarantined: () => query<BodyRow>('select * from quarantine order by id'),
    /** Resolves once no handler has anything left to do. */
    async untilIdle() {
      const open = `select 1 from pgboss.job where state in ('created', 'retry', 'active')`
      await expect.poll(async () => (await query(open)).length, { interval: 5 }).toBe(0)
    },
    /** Entries in a state, or in any, newest first. */
    entries: async (state?: EntryState) =>
      (await receiver.view.list({ limit: 1_000, ...(state && { state }) })).entries,
    async untilHandled(count: number) {
      await expect.poll(() => handled.length, { interval: 5 }).toBeGreaterThanOrEqual(count)
      return handled
    },
  }
}

type Target = { url: string; secret: string; path: string }

/** Delivers on a new connection, as the service does. */
export const createSend =
  ({ url, secret, path }: Target) =>
  async ({ body, signature = 'sign', headers = [], event = message.name }: Sent) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const value = signature === 'sign' ? await signPayload({ body: bytes, secret }) : signature
    return ask(url, {
      path,
      body: bytes,
      headers: [
        ['Content-Type', message.contentType],
        [eventHeader, event],
        ...headers,
        ...[value ?? []].flat().map((one) => [signatureHeader, one] as const),
      ],
    })
  }
