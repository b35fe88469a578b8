import { messages } from '@partner-platform/types'
import { createSecret, signPayload, type WebhookEvent } from '@partner-platform/webhooks'
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
  /** `'sign'` for the true one, several lines as a list, `null` for none. @default 'sign' */
  signature?: string | readonly string[] | null
  headers?: WireRequest['headers']
  event?: string
}

/** One store for the tests of a file, and receivers on it. */
export function useReceiver() {
  const store = useStore('embedded')
  return {
    /** A receiver on a free port that trusts `secret`, its inbox empty; it is stopped when the test ends. */
    startReceiver: async (given: Partial<ReceiverOptions> = {}) =>
      startReceiver({ database: await store.empty(), ...given } as ReceiverOptions),
  }
}

export type Handled = { event: WebhookEvent; context: Omit<HandlerContext, 'signal'> }

/** A receiver on a free port that trusts `secret`; it is stopped when the test ends. */
export async function startReceiver(given: ReceiverOptions) {
  const started = await openReceiver(given)
  onTestFinished(() => started.receiver.close())
  return started
}

type Changes = { secrets?: readonly string[]; now?: () => number }

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
  /** The receiver with an empty inbox, and with the given secrets or clock, if any. */
  return async (given: Changes = {}) => {
    await shared.untilIdle()
    await assertEnvironment(await store.empty(), 'development')
    for (const kept of [shared.logs, shared.handled]) kept.length = 0
    changes = given
    return { ...shared, secret, send: createSend({ ...shared, secret, path: callbackPath }) }
  }
}

/** A receiver on a free port. The test stops it. */
export async function openReceiver(given: ReceiverOptions) {
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
  const { url } = await receiver.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...{ url, secret, logs, receiver, handled, view: receiver.view },
    send: createSend({ url, secret, path: given.path ?? callbackPath }),
    ...createOracle(given),
    /** Entries in one of the states, or in any, newest first. */
    entries: async (state?: EntryState) =>
      (await receiver.view.list({ limit: 1_000, ...(state && { state }) })).entries,
    /** Resolves with what was handled when it is as much as that. */
    async untilHandled(count: number) {
      await expect.poll(() => handled.length, { interval: 5 }).toBeGreaterThanOrEqual(count)
      return handled
    },
  }
}

type Target = { url: string; secret: string; path: string }

/** Delivers over a socket of its own, as the service would. */
export const createSend =
  ({ url, secret, path }: Target) =>
  async ({ body, signature = 'sign', headers, event = message.name }: Sent) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const value = signature === 'sign' ? await signPayload({ body: bytes, secret }) : signature
    const signatures = value === null ? [] : [value].flat()
    return ask(url, {
      path,
      headers: [
        ['Content-Type', message.contentType],
        [eventHeader, event],
        ...(headers ?? []),
        ...signatures.map((one) => [signatureHeader, one] as const),
      ],
      body: bytes,
    })
  }

type EventRow = { body: Uint8Array; superseded: boolean; storage_key: string; handling: string }
type BodyRow = { body: Uint8Array; code: string; verified: boolean }

/** What the store says, read without the code that is tested. */
const createOracle = ({ database: { query } }: ReceiverOptions) => ({
  /** Oldest first. */
  events: () => query<EventRow>('select * from events order by id'),
  /** Oldest first. */
  quarantined: () => query<BodyRow>('select * from quarantine order by id'),
  /** Resolves once no handler has anything left to do. */
  async untilIdle() {
    const open = `select 1 from pgboss.job where state in ('created', 'retry', 'active')`
    await expect.poll(async () => (await query(open)).length, { interval: 5 }).toBe(0)
  },
})
