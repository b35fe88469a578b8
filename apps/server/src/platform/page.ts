import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Refusal, refuse } from './refusal.ts'

/** A part of a list: at most `limit` items behind `after`, the `next` of the page before. */
export type PageRequest = { limit: number; after: string | null }

/** `next` is `null` on the last page. */
export type Page<Item> = { ok: true; items: Item[]; next: string | null }

export type PageResult<Item> = Page<Item> | Refusal<'unknown-cursor'>

type Dated = { createdAt: Date; id: string }
type DatedTable = { createdAt: AnyPgColumn; id: AnyPgColumn }

export type PageQuery = {
  where: SQL | undefined
  orderBy: SQL[]
  /** One more than the page has room for: it tells whether there is a page behind. */
  limit: number
}

/**
 * One page, the newest first. A page begins behind the last item of the page before, wherever that now
 * stands, so that items made or taken away in between neither repeat nor hide others.
 */
export async function newestFirst<Item extends Dated>(
  { limit, after }: PageRequest,
  {
    table: { createdAt, id },
    filter,
    read,
  }: {
    table: DatedTable
    filter?: SQL | undefined
    read: (query: PageQuery) => Promise<Item[]>
  },
): Promise<PageResult<Item>> {
  const place = after === null ? null : fromCursor(after)
  if (place === undefined) return refuse('unknown-cursor')
  const behind =
    place && sql`(${createdAt}, ${id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`
  const where = and(filter, behind ?? undefined)
  const found = await read({ where, orderBy: [desc(createdAt), desc(id)], limit: limit + 1 })
  return toPage(found, { limit, toCursor })
}

/** The page out of what was read, which is one item more where there is a page behind. */
export function toPage<Item>(
  found: Item[],
  { limit, toCursor }: { limit: number; toCursor: (last: Item) => string },
): Page<Item> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { ok: true, items, next: found.length > limit && last ? toCursor(last) : null }
}

const toCursor = ({ createdAt, id }: Dated) => encodeCursor(createdAt.toISOString(), id)

function fromCursor(cursor: string): { createdAt: string; id: string } | undefined {
  const [createdAt = '', id = '', ...rest] = decodeCursor(cursor)
  const isPlace = isMoment(createdAt) && uuid.test(id) && rest.length === 0
  return isPlace ? { createdAt, id } : undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the store can read it: its days are those of the calendar, and it has no year 0. */
function isMoment(text: string): boolean {
  const ms = Date.parse(text)
  return /^[1-9][0-9]{3}-/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString() === text
}

/** A place in a list, as text that is nobody's business. Its parts are visible ASCII. */
export const encodeCursor = (...parts: string[]) =>
  Buffer.from(parts.join(' ')).toString('base64url')

/** The parts of a cursor; none of one that no list gave. */
export function decodeCursor(cursor: string): string[] {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  return /^[!-~]+( [!-~]+)*$/.test(text) ? text.split(' ') : []
}
