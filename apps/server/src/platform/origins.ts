import type { Orm } from '@partner-platform/database'
import { type Environment, environments } from '@partner-platform/types'
import { and, asc, eq, sql } from 'drizzle-orm'
import { isOriginTextSent } from '../generated/index.ts'
import { announce } from '../store/channels.ts'
import { origins } from '../store/schema.ts'
import { decodeCursor, encodeCursor, type PageRequest, type PageResult, toPage } from './page.ts'
import type { PlatformContext } from './platform-context.ts'
import { type Invalid, invalid, type Refusal, refuse } from './refusal.ts'

/** An origin that browsers may call from, in one environment. */
export type Origin = { environment: Environment; origin: string }

type OriginContext = Pick<PlatformContext, 'tx' | 'clock'>

/** Allows an origin. */
export async function createOrigin(
  { environment, origin }: Origin,
  { tx, clock }: OriginContext,
): Promise<{ ok: true; origin: Origin } | Invalid | Refusal<'already-exists'>> {
  if (!isOrigin(origin)) {
    const message = 'must be an origin as browsers send it'
    return invalid({ path: '/origin', message, keyword: 'format' })
  }
  const made = await tx
    .insert(origins)
    .values({ environment, origin, createdAt: new Date(clock.wallMs()) })
    .onConflictDoNothing()
    .returning({ origin: origins.origin })
  if (made.length === 0) return refuse('already-exists')
  await announce(tx, 'access')
  return { ok: true, origin: { environment, origin } }
}

/** Stops allowing an origin. */
export async function deleteOrigin(
  { environment, origin }: Origin,
  { tx }: Pick<OriginContext, 'tx'>,
): Promise<{ ok: true } | Refusal<'not-found'>> {
  const gone = await tx
    .delete(origins)
    .where(and(eq(origins.environment, environment), eq(origins.origin, origin)))
    .returning({ origin: origins.origin })
  if (gone.length === 0) return refuse('not-found')
  await announce(tx, 'access')
  return { ok: true }
}

// The order of the bytes: that of a language may differ from one store to the next.
const order = { environment: bytewise('environment'), origin: bytewise('origin') }

/** Origins by environment and then by text. */
export async function listOrigins(
  { environment }: { environment?: Environment | undefined },
  { limit, after }: PageRequest,
  orm: Orm,
): Promise<PageResult<Origin>> {
  const place = after === null ? null : decodeCursor(after)
  if (place && !isPlace(place)) return refuse('unknown-cursor')
  const [afterEnvironment, afterOrigin] = place ?? []
  const found = await orm
    .select({ environment: origins.environment, origin: origins.origin })
    .from(origins)
    .where(
      and(
        environment === undefined ? undefined : eq(origins.environment, environment),
        place
          ? sql`(${order.environment}, ${order.origin}) > (${afterEnvironment}, ${afterOrigin})`
          : undefined,
      ),
    )
    .orderBy(asc(order.environment), asc(order.origin))
    .limit(limit + 1)
  return toPage(found, { limit, toCursor: (last) => encodeCursor(last.environment, last.origin) })
}

function bytewise(column: 'environment' | 'origin') {
  return sql`${origins[column]} collate "C"`
}

/** Whether a cursor leads behind an origin, allowed or not: it may be gone since the page before. */
const isPlace = ([environment, origin = '', ...rest]: readonly string[]) =>
  environments.some((name) => name === environment) && isOrigin(origin) && rest.length === 0

/**
 * Whether a text is an origin exactly as browsers send it. A pattern cannot tell how they write
 * addresses and ports, and the parser of URLs takes `https://*.example` for a host.
 * @see specs/decisions/ D-021
 */
export const isOrigin = (text: string): boolean =>
  isOriginTextSent(text) && URL.canParse(text) && new URL(text).origin === text
