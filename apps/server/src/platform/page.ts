import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Refusal, refuse } from './refusal.ts'

/** At most `limit` items after `after`, which is the `next` of the previous page. */
export type PageRequest = { limit: number; after: string | null }

/** `next` is `null` on the last page. */
export type Page<Item> = { ok: true; items: Item[]; next: string | null }

export type PageResult<Item> = Page<Item> | Refusal<'unknown-cursor'>

type Dated = { createdAt: Date; id: string }

/** A drizzle `select` without conditions or order. */
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
 * One page, newest first. It starts after the last item of the previous page, so that items added or
 * removed in between never repeat or hide others.
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
    // One extra row shows whether there is another page.
    .limit(limit + 1)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { ok: true, items, next: found.length > limit && last ? toCursor(last) : null }
}

/** Matches each column whose value is given. */
export const equals = (...wanted: [AnyPgColumn, string | undefined][]): SQL | undefined =>
  and(...wanted.map(([column, value]) => (value === undefined ? undefined : eq(column, value))))

/** A position in a list, as opaque text. */
const toCursor = ({ createdAt, id }: Dated) =>
  Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url')

function fromCursor(cursor: string): { createdAt: string; id: string } | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [createdAt = '', id = '', ...rest] = text.split(' ')
  const isPlace = isMoment(createdAt) && uuid.test(id) && rest.length === 0
  return isPlace ? { createdAt, id } : undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the text is a date-time that the store accepts: a real date, and not year 0. */
function isMoment(text: string): boolean {
  const ms = Date.parse(text)
  return /^[1-9][0-9]{3}-/.test(text) && !Number.isNaN(ms) && new Date(ms).toISOString() === text
}
