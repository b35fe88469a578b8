import type { Orm } from '@partner-platform/database'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Refusal, refuse } from './refusal.ts'

/** At most `limit` items after `after`, which is the `next` of the previous page. */
export type PageRequest = { limit: number; after: string | null }

/** `next` is `null` on the last page. */
export type PageResult<Item> =
  | { ok: true; items: Item[]; next: string | null }
  | Refusal<'bad_request'>

type Dated = { createdAt: Date; id: string }

/** A drizzle `select` without conditions or order. */
type Selection<Item> = {
  where(condition: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(count: number): PromiseLike<Item[]> }
  }
}

type Columns = { readonly [name: string]: AnyPgColumn }

type List<Item, By> = {
  table: { createdAt: AnyPgColumn; id: AnyPgColumn }
  /** The columns that a filter may name. */
  by: By
  from: (orm: Orm) => Selection<Item>
}

export type Filter<By extends Columns> = {
  [Name in keyof By]?: By[Name]['_']['data'] | undefined
}

/**
 * A list of rows, newest first, whose columns have the values of a filter. A page starts after the last item
 * of the previous page, so that items added or removed in between never repeat or hide others.
 */
export function createList<Item extends Dated, By extends Columns>({
  table: { createdAt, id },
  by,
  from,
}: List<Item, By>) {
  return async (
    filter: Filter<By>,
    { limit, after }: PageRequest,
    orm: Orm,
    also?: SQL,
  ): Promise<PageResult<Item>> => {
    const place = after === null ? null : fromCursor(after)
    if (place === undefined) return refuse('bad_request', [unknownCursor])
    const behind =
      place && sql`(${createdAt}, ${id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`
    const equal = Object.entries(by).map(([name, column]) =>
      filter[name] === undefined ? undefined : eq(column, filter[name]),
    )
    const found = await from(orm)
      .where(and(...equal, also, behind ?? undefined))
      .orderBy(desc(createdAt), desc(id))
      // One extra row shows whether there is another page.
      .limit(limit + 1)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return { ok: true, items, next: found.length > limit && last ? toCursor(last) : null }
  }
}

const unknownCursor = {
  path: '/query/after',
  message: 'must be the `next` of a page of this list',
  keyword: 'pattern',
}

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
