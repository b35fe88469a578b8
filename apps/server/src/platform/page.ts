import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Refusal, refuse } from './refusal.ts'

/** One page of a list: at most `limit` items after `after`, the `next` of the page before. */
export type PageRequest = { limit: number; after: string | null }

/** `next` is `null` on the last page. */
export type Page<Item> = { ok: true; items: Item[]; next: string | null }

export type PageResult<Item> = Page<Item> | Refusal<'unknown-cursor'>

type Dated = { createdAt: Date; id: string }

/** A `select` of drizzle that has neither conditions nor an order yet. */
type Selection<Item> = {
  where(condition: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(count: number): PromiseLike<Item[]> }
  }
}

type List<Item> = {
  table: { createdAt: AnyPgColumn; id: AnyPgColumn }
  filter: SQL | undefined
  from: Selection<Item>
}

/**
 * One page, the newest first. A page begins behind the last item of the page before, wherever that now
 * stands, so that items made or taken away in between neither repeat nor hide others.
 */
export async function newestFirst<Item extends Dated>(
  { limit, after }: PageRequest,
  { table: { createdAt, id }, filter, from }: List<Item>,
): Promise<PageResult<Item>> {
  const place = after === null ? null : fromCursor(after)
  if (place === undefined) return refuse('unknown-cursor')
  const behind =
    place && sql`(${createdAt}, ${id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`
  const found = await from
    .where(and(filter, behind ?? undefined))
    .orderBy(desc(createdAt), desc(id))
    // One more than the page has room for tells whether there is a page behind.
    .limit(limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { ok: true, items, next: found.length > limit && last ? toCursor(last) : null }
}

/** Each column has the value that is given for it, if one is. */
export const equals = (...wanted: [AnyPgColumn, string | undefined][]): SQL | undefined =>
  and(...wanted.map(([column, value]) => (value === undefined ? undefined : eq(column, value))))

/** A place in a list, as opaque text. */
const toCursor = ({ createdAt, id }: Dated) =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')

function fromCursor(cursor: string): { createdAt: string; id: string } | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [createdAt = '', id = '', ...rest] = text.split(' ')
  const isPlace = isMoment(createdAt) && uuid.test(id) && rest.length === 0
  return isPlace ? { createdAt, id } : undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the store can read it: its days are those of the calendar, and it has no year 0. */
function isMoment(text: string): boolean {
  const ms = Date.parse(text)
  return /^[1-9][0-9]{3}-/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString() === text
}
