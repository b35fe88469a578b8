import { randomUUID } from 'node:crypto'
import type { Orm } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { and, count, eq, inArray } from 'drizzle-orm'
import {
  type LocalRules,
  refuseCallbackUrl,
  type UrlRules,
} from '../deliver/guard/find-url-problem.ts'
import { lockEndpoint, moveEndpoint, type StoredEndpoint } from '../deliver/move-endpoint.ts'
import type { PlatformContext } from '../platform-context.ts'
import { deliveries, endpointSecrets, endpoints } from '../store/schema.ts'
import { createList, type Filter, type PageRequest, type PageResult } from './page.ts'
import { partnerIssues } from './partners.ts'
import { type Invalid, type Issue, invalid, type Refusal, refuse } from './refusal.ts'

/** The number of an endpoint's deliveries by state, except `delivered`. */
export type DeliveryCounts = { pending: number; held: number; 'dead-letter': number }

/** An endpoint with its counts but without its secrets. */
export type Endpoint = StoredEndpoint & { counts: DeliveryCounts }

/** A new signing secret; `secret` is its text, which is shown once. */
export type IssuedSecret = { ok: true; secret: string; signsFrom: Date; endpoint: Endpoint }

type EndpointInput = {
  partner: string
  environment: Environment
  url: string
  /** @default true */
  signed?: boolean | undefined
}

type EndpointContext = Pick<PlatformContext, 'tx' | 'database' | 'clock'> & {
  /** Rules for callback URLs beyond those of the contract. @default none */
  localRules?: LocalRules | undefined
}

/**
 * The `signsFrom` of a secret that signs at once. With the current time, no secret would sign for a while
 * on a machine whose clock is behind.
 */
export const sinceEver = new Date(0)

const noDeliveries: DeliveryCounts = { pending: 0, held: 0, 'dead-letter': 0 }

/**
 * Registers a partner's endpoint for one environment, with its first signing secret.
 * @see specs/decisions/ D-003 and D-025
 */
export async function createEndpoint(
  { partner, environment, url, signed = true }: EndpointInput,
  { tx, database, clock, localRules }: EndpointContext,
): Promise<IssuedSecret | Invalid | Refusal<'already_exists'>> {
  const unknown = await partnerIssues(partner, tx)
  const issues = [...unknown, ...urlIssues(url, { ...localRules, environment })]
  if (issues.length > 0) return invalid(...issues)
  const createdAt = new Date(clock.wallMs())
  const [made] = await tx
    .insert(endpoints)
    .values({ id: randomUUID(), partnerId: partner, environment, url, signed, createdAt })
    .onConflictDoNothing({ target: [endpoints.partnerId, endpoints.environment] })
    .returning()
  if (!made) return refuse('already_exists')
  const secret = createSecret()
  const row = { id: randomUUID(), endpointId: made.id, signsFrom: sinceEver, createdAt }
  await tx.insert(endpointSecrets).values({ ...row, ...database.secretCipher.encrypt(secret, row) })
  return { ok: true, secret, signsFrom: createdAt, endpoint: { ...made, counts: noDeliveries } }
}

const by = {
  partner: endpoints.partnerId,
  environment: endpoints.environment,
  endpoint: endpoints.id,
  state: endpoints.state,
}
const list = createList({ table: endpoints, by, from: (orm) => orm.select().from(endpoints) })

export async function listEndpoints(
  filter: Filter<typeof by>,
  page: PageRequest,
  orm: Orm,
): Promise<PageResult<Endpoint>> {
  const found = await list(filter, page, orm)
  return found.ok ? { ...found, items: await withCounts(found.items, orm) } : found
}

type FoundEndpoint = { ok: true; endpoint: Endpoint } | Refusal<'not_found'>

export async function getEndpoint(id: string, orm: Orm): Promise<FoundEndpoint> {
  const found = await orm.select().from(endpoints).where(eq(endpoints.id, id))
  const [endpoint] = await withCounts(found, orm)
  return endpoint ? { ok: true, endpoint } : refuse('not_found')
}

type EndpointChange = { endpointId: string; url?: string | undefined; signed?: boolean | undefined }

/**
 * Changes the given fields. A new URL also applies to waiting deliveries and clears the failures.
 * @see specs/decisions/ D-013
 */
export async function updateEndpoint(
  { endpointId, url, signed }: EndpointChange,
  { localRules, ...context }: PlatformContext & Pick<EndpointContext, 'localRules'>,
): Promise<FoundEndpoint | Invalid> {
  const { tx } = context
  const found = await lockEndpoint(endpointId, tx)
  if (!found) return refuse('not_found')
  const issues =
    url === undefined ? [] : urlIssues(url, { ...localRules, environment: found.environment })
  if (issues.length > 0) return invalid(...issues)
  const changed = { url: url ?? found.url, signed: signed ?? found.signed }
  await tx.update(endpoints).set(changed).where(eq(endpoints.id, endpointId))
  if (changed.url !== found.url) await moveEndpoint(endpointId, { type: 'url-changed' }, context)
  return getEndpoint(endpointId, tx)
}

const moveBy =
  (type: 'operator-enabled' | 'operator-disabled') =>
  async (endpointId: string, context: PlatformContext): Promise<FoundEndpoint> => {
    const moved = await moveEndpoint(endpointId, { type }, context)
    return moved ? getEndpoint(endpointId, context.tx) : refuse('not_found')
  }

/**
 * Enables an endpoint. Its held deliveries become pending.
 * @see specs/decisions/ D-013
 */
export const enableEndpoint = moveBy('operator-enabled')

/**
 * Disables an endpoint. Its deliveries are held until it is enabled.
 * @see specs/decisions/ D-013
 */
export const disableEndpoint = moveBy('operator-disabled')

async function withCounts(found: StoredEndpoint[], orm: Orm): Promise<Endpoint[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const states = ['pending', 'held', 'dead-letter'] as const
  const rows = await orm
    .select({ id: deliveries.endpointId, state: deliveries.state, count: count() })
    .from(deliveries)
    .where(and(inArray(deliveries.endpointId, ids), inArray(deliveries.state, states)))
    .groupBy(deliveries.endpointId, deliveries.state)
  return found.map((endpoint) => {
    const own = rows.filter(({ id }) => id === endpoint.id)
    const counted = Object.fromEntries(own.map((row) => [row.state, row.count]))
    return { ...endpoint, counts: { ...noDeliveries, ...counted } }
  })
}

function urlIssues(url: string, rules: UrlRules): Issue[] {
  const message = refuseCallbackUrl(url, rules)
  return message === undefined ? [] : [{ path: '/url', message, keyword: 'format' }]
}
