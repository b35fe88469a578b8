import { constants as contract } from '@partner-platform/types'
import * as generated from '../generated/index.ts'
import * as keys from '../platform/api-keys.ts'
import { changeStatuses } from '../platform/change-status.ts'
import * as deliveries from '../platform/deliveries.ts'
import * as endpoints from '../platform/endpoints.ts'
import type { PageRequest, PageResult } from '../platform/page.ts'
import * as partners from '../platform/partners.ts'
import { invalid, notThere } from '../platform/refusal.ts'
import * as replay from '../platform/replay.ts'
import { rotateSecret } from '../platform/rotate-secret.ts'
import * as settings from '../platform/settings.ts'
import * as submissions from '../platform/submissions.ts'
import type { GroupHandler, ReadHandler, WriteContext, WriteHandler } from './answers.ts'

const { operatorOverlapSeconds, operatorPageLimit } = generated.constants

type Told<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name]
}

/** A row with its dates as ISO texts. */
function tell<Row extends object>(row: Row): Told<Row> {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(entries)
}

const toPage = (query: { readonly limit?: number; readonly after?: string }): PageRequest => ({
  limit: query.limit ?? operatorPageLimit,
  after: query.after ?? null,
})

const listed = <Item, Body>(page: PageResult<Item>, toBody: (item: Item) => Body) =>
  page.ok
    ? ({ status: 200, body: { items: page.items.map(toBody), next: page.next } } as const)
    : page

// No stored time is before the first. The store accepts neither year 0 nor years after 9999.
const [earliestMs, latestMs] = [0, Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * A date-time rounded up to the millisecond, the precision of stored times. So it divides them into the
 * same "before" and "from" as the exact time.
 */
export function toInstant(text: string): Date {
  const [seconds = '', fraction = ''] = text.slice(0, -1).split('.')
  const digits = fraction.padEnd(3, '0')
  const ms = Date.parse(`${seconds}.${digits.slice(0, 3)}Z`)
  const isBetween = /[1-9]/.test(digits.slice(3))
  return new Date(Math.min(latestMs, Math.max(earliestMs, isBetween ? ms + 1 : ms)))
}

export const listPartners: ReadHandler<'listPartners'> = async ({ query }, { orm }) =>
  listed(await partners.listPartners(query, toPage(query), orm), tell)

export const createPartner: WriteHandler<'createPartner'> = async ({ body }, context) => {
  const { partner } = await partners.createPartner(body, context)
  return { status: 201, body: tell(partner) }
}

function toKey(key: keys.ApiKey, nowMs: number): generated.ApiKey {
  const { partnerId: partner, ...told } = tell(key)
  const prefix = contract.apiKeyPrefixes[key.environment]
  return { ...told, partner, prefix, state: keys.isActive(key, nowMs) ? 'active' : 'revoked' }
}

export const listKeys: ReadHandler<'listKeys'> = async ({ query }, { orm, clock }) => {
  const nowMs = clock.wallMs()
  return listed(await keys.listKeys(query, toPage(query), orm), (key) => toKey(key, nowMs))
}

export const createKey: WriteHandler<'createKey'> = async ({ body }, context) => {
  const issued = await issueKey(body, context)
  if (!issued.ok) return issued
  const apiKey = toKey(issued.apiKey, context.clock.wallMs())
  return { status: 201, body: { key: issued.key, apiKey } }
}

async function issueKey(
  { replaces, overlapSeconds = operatorOverlapSeconds, ...given }: generated.ApiKeyInput,
  context: WriteContext,
) {
  // The schema requires partner, environment and label unless the key replaces another.
  if (replaces === undefined) return keys.createKey(given as Required<typeof given>, context)
  const issued = await keys.rotateKey({ keyId: replaces, overlapSeconds }, context)
  return !issued.ok && issued.code === 'not_found'
    ? invalid(notThere('/replaces', 'an API key'))
    : issued
}

export const revokeKey: WriteHandler<'revokeKey'> = async ({ params }, context) => {
  const revoked = await keys.revokeKey(params.keyId, context)
  if (!revoked.ok) return revoked
  return { status: 200, body: toKey(revoked.apiKey, context.clock.wallMs()) }
}

function toEndpoint(endpoint: endpoints.Endpoint): generated.Endpoint {
  const { partnerId: partner, counts, ...told } = tell(endpoint)
  const { pending, held, 'dead-letter': deadLetters } = counts
  return { ...told, partner, pending, held, deadLetters }
}

const toIssued = ({ secret, signsFrom, endpoint }: endpoints.IssuedSecret) => ({
  secret,
  signsFrom: signsFrom.toISOString(),
  endpoint: toEndpoint(endpoint),
})

export const listEndpoints: ReadHandler<'listEndpoints'> = async ({ query }, { orm }) =>
  listed(await endpoints.listEndpoints(query, toPage(query), orm), toEndpoint)

export const createEndpoint: WriteHandler<'createEndpoint'> = async ({ body }, context) => {
  const issued = await endpoints.createEndpoint(body, context)
  return issued.ok ? { status: 201, body: toIssued(issued) } : issued
}

export const updateEndpoint: WriteHandler<'updateEndpoint'> = async ({ params, body }, context) => {
  const { newSecret, enabled, ...given } = body
  const { endpointId } = params
  // Only this step can be refused. After it, the endpoint is locked.
  const changed = await endpoints.updateEndpoint({ endpointId, ...given }, context)
  if (!changed.ok) return changed
  const { overlapSeconds = operatorOverlapSeconds } = newSecret ?? {}
  const issued = newSecret && (await rotateSecret({ endpointId, overlapSeconds }, context))
  if (issued && !issued.ok) return issued
  const move = enabled ? endpoints.enableEndpoint : endpoints.disableEndpoint
  const moved = enabled === undefined ? changed : await move(endpointId, context)
  if (!moved.ok) return moved
  const { secret, signsFrom } = issued ? toIssued(issued) : { secret: null, signsFrom: null }
  return { status: 200, body: { secret, signsFrom, endpoint: toEndpoint(moved.endpoint) } }
}

export const getSettings: ReadHandler<'getSettings'> = async (_input, { orm }) => ({
  status: 200,
  body: await settings.getSettings(orm),
})

export const updateSettings: WriteHandler<'updateSettings'> = async ({ body }, context) => {
  const changed = await settings.updateSettings(body, context)
  return changed.ok ? { status: 200, body: changed.settings } : changed
}

function toSubmission(submission: submissions.Submission): generated.StoredSubmission {
  const { partnerId: partner, lastEventAt: _, ...told } = tell(submission)
  return { ...told, partner }
}

export const listSubmissions: ReadHandler<'listSubmissions'> = async ({ query }, { orm }) =>
  listed(await submissions.listSubmissions(query, toPage(query), orm), toSubmission)

export const createSubmission: WriteHandler<'createSubmission'> = async ({ body }, context) => {
  const made = await submissions.createSubmission(body, context)
  return made.ok ? { status: 201, body: toSubmission(made.submission) } : made
}

export const changeStatus: GroupHandler<'changeStatus'> = async (inputs, context) => {
  const changes = inputs.map(({ params, body }) => ({ ...params, ...body }))
  return (await changeStatuses(changes, context)).map((changed) => {
    if (changed === null) return null
    if (changed.ok) {
      const { eventId, deliveryId, event } = changed
      return { status: 202, body: { eventId, timestamp: event.timestamp, deliveryId } }
    }
    if (changed.code === 'not_found') return changed
    // The request itself is valid: the resulting event is at fault.
    return { ...changed, issues: changed.issues.map((issue) => ({ ...issue, path: '' })) }
  })
}

function toDelivery(delivery: deliveries.Delivery): generated.Delivery {
  const { eventId: event, submissionId: submission, ...others } = tell(delivery)
  const { partnerId: partner, endpointId: endpoint, opensAt: _, ...told } = others
  return { ...told, event, submission, partner, endpoint }
}

const toAttempt = ({ deliveryId: _, ...attempt }: deliveries.Attempt): generated.Attempt =>
  tell(attempt)

const toMoment = (text: string | undefined) => (text === undefined ? undefined : toInstant(text))

export const listDeliveries: ReadHandler<'listDeliveries'> = async ({ query }, { orm }) => {
  const [createdFrom, createdTo] = [toMoment(query.createdFrom), toMoment(query.createdTo)]
  const filter = { ...query, createdFrom, createdTo }
  return listed(await deliveries.listDeliveries(filter, toPage(query), orm), toDelivery)
}

export const getDelivery: ReadHandler<'getDelivery'> = async ({ params }, { orm }) => {
  const found = await deliveries.getDelivery(params.deliveryId, orm)
  if (!found.ok) return found
  const attempts = found.attempts.map(toAttempt)
  return { status: 200, body: { delivery: toDelivery(found.delivery), attempts } }
}

type Range = generated.ReplayInput & Required<Pick<generated.ReplayInput, 'state' | 'from' | 'to'>>

export const replayDeliveries: WriteHandler<'replayDeliveries'> = async ({ body }, context) => {
  const { delivery: deliveryId, sendExpired } = body
  if (deliveryId !== undefined) {
    const replayed = await replay.replayDelivery({ deliveryId, sendExpired }, context)
    if (replayed.ok) return { status: 202, body: { count: 1, expired: 0 } }
    return replayed.code === 'not_found' ? invalid(notThere('/delivery', 'a delivery')) : replayed
  }
  // The schema requires state, from and to if no delivery is named.
  const { state, from, to, endpoint } = body as Range
  const range = { state, endpoint, sendExpired, from: toInstant(from), to: toInstant(to) }
  const replayed = await replay.replayDeliveries(range, context)
  if (!replayed.ok) return replayed
  return { status: 202, body: { count: replayed.count, expired: replayed.expired } }
}
