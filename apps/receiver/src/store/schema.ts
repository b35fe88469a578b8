import type { Environment } from '@partner-platform/types'
import type { Departure, Issue } from '@partner-platform/validators'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Grows with each row. */
const serial = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** JSON as text: `jsonb` rejects NUL and lone surrogates, which paths and headers may contain. */
const jsonText = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => JSON.parse(text),
  })(name)

/** The tables of the receiver. A change here needs a migration: `pnpm migration`. */

/** One row: the environment of the store. Adding to the quarantine locks it until the transaction ends. */
export const holdings = pgTable(
  'holdings',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    environment: text('environment').$type<Environment>().notNull(),
  },
  (table) => [check('holdings_one_row', sql`${table.isOnly}`)],
)

/** The newest event of each submission. Adding an event locks its row until the transaction ends. */
export const submissions = pgTable('submissions', {
  uuid: text('uuid').primaryKey(),
  newestAt: moment('newest_at').notNull(),
  /** The previous value of `newest_at`. */
  previousAt: moment('previous_at'),
})

/** `unhandled`: no handler gets events of its name. */
export type Handling = 'waiting' | 'handled' | 'failed' | 'unhandled'

/**
 * One row per effect, made from signed bytes only: nothing in it depends on a header.
 * @see specs/decisions D-005
 */
export const events = pgTable(
  'events',
  {
    id: serial(),
    /** SHA-256 of the body, in hexadecimal. */
    storageKey: text('storage_key').notNull().unique(),
    /** SHA-256 of the effect key, in hexadecimal, because the key may be too long for an index. */
    effectKey: text('effect_key').notNull().unique(),
    name: text('name').notNull(),
    submissionUuid: text('submission_uuid').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    status: text('status').notNull(),
    body: bytes('body').notNull(),
    /** A newer event of the submission was stored before. */
    superseded: boolean('superseded').notNull(),
    handling: text('handling').$type<Handling>().notNull(),
    /** Tries that ended since the event arrived or was replayed. */
    tries: integer('tries').notNull().default(0),
    /** How often a process died while it handled only this event, since then. */
    interruptions: integer('interruptions').notNull().default(0),
    /** Grows with each try. A process with an older value writes nothing. */
    claims: integer('claims').notNull().default(0),
    lastError: text('last_error'),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [index('events_by_time').on(table.occurredAt)],
)

/** Bodies that have no effect, within bounds. */
export const quarantine = pgTable('quarantine', {
  id: serial(),
  code: text('code').notNull(),
  issues: jsonText<Issue[]>('issues').notNull(),
  verified: boolean('verified').notNull(),
  body: bytes('body').notNull(),
  bodyBytes: integer('body_bytes').notNull(),
  /** Whether the body is text that Postgres can store. */
  isText: boolean('is_text').notNull(),
  /** What the body says about itself, for people. */
  name: text('name'),
  submissionUuid: text('submission_uuid'),
  status: text('status'),
  occurredAt: text('occurred_at'),
  /** The key of its submission, if it becomes an event. */
  submissionKey: text('submission_key'),
})

export type Outcome = 'accepted' | 'duplicate' | 'quarantined'

/** One row per delivery. The row of a quarantined one is deleted with its body. */
export const arrivals = pgTable(
  'arrivals',
  {
    id: serial(),
    outcome: text('outcome').$type<Outcome>().notNull(),
    eventId: bigint('event_id', { mode: 'number' }).references(() => events.id, {
      onDelete: 'cascade',
    }),
    quarantineId: bigint('quarantine_id', { mode: 'number' }).references(() => quarantine.id, {
      onDelete: 'cascade',
    }),
    storageKey: text('storage_key').notNull(),
    bodyBytes: integer('body_bytes').notNull(),
    notes: jsonText<readonly string[]>('notes').notNull(),
    /** What the sender should not have sent in this delivery. */
    departures: jsonText<readonly Departure[]>('departures').notNull().default(sql`'[]'`),
    headers: jsonText<readonly (readonly [string, string])[]>('headers').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [
    index('arrivals_of_event').on(table.eventId),
    index('arrivals_of_quarantine').on(table.quarantineId),
  ],
)
