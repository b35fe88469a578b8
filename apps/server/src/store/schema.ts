import type { Applicant, Environment, SubmissionVisaGranted, Visa } from '@partner-platform/types'
import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

/** The tables of the platform. A change here needs a migration: `pnpm migration`. */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const createdAt = () => moment('created_at').notNull().defaultNow()
const environment = () => text('environment').$type<Environment>().notNull()
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const partners = pgTable('partners', {
  id: uuid('id').primaryKey(),
  companyName: text('company_name').notNull(),
  createdAt: createdAt(),
})

const partnerId = () =>
  uuid('partner_id')
    .notNull()
    .references(() => partners.id)

/** Stores only the hash of a key. From `revokes_at` on, the key is rejected like an unknown one. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    partnerId: partnerId(),
    environment: environment(),
    sha256: text('sha256').notNull().unique(),
    label: text('label').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    revokesAt: moment('revokes_at'),
  },
  (table) => [index('api_keys_by_partner').on(table.partnerId, table.environment)],
)

/** Origins that browsers may call from. */
export const origins = pgTable(
  'origins',
  { environment: environment(), origin: text('origin').notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.environment, table.origin] })],
)

/** ISO 3166-1 countries that the service does not support. */
export const unsupportedCountries = pgTable('unsupported_countries', {
  isoCode: text('iso_code').primaryKey(),
})

export type EndpointState = 'enabled' | 'disabled'
export type DisabledReason = 'gone' | 'failing' | 'operator'

/** A partner's callback URL for one environment, and its health. */
export const endpoints = pgTable(
  'endpoints',
  {
    id: uuid('id').primaryKey(),
    partnerId: partnerId(),
    environment: environment(),
    url: text('url').notNull(),
    signed: boolean('signed').notNull(),
    state: text('state').$type<EndpointState>().notNull().default('enabled'),
    disabledReason: text('disabled_reason').$type<DisabledReason>(),
    disabledAt: moment('disabled_at'),
    /** Time of the first failure since the last success. */
    failingSince: moment('failing_since'),
    failures: integer('failures').notNull().default(0),
    probeAt: moment('probe_at'),
    createdAt: createdAt(),
  },
  (table) => [unique('endpoints_one_each').on(table.partnerId, table.environment)],
)

const endpointId = () =>
  uuid('endpoint_id')
    .notNull()
    .references(() => endpoints.id)

/** The secret with the latest past `signs_from` signs. */
export const endpointSecrets = pgTable(
  'endpoint_secrets',
  {
    id: uuid('id').primaryKey(),
    endpointId: endpointId(),
    /** Encrypted. Rows from older versions hold plain text until the next start. */
    secret: text('secret').notNull(),
    /** Id of the key that encrypted it; `null` for plain text. */
    keyId: text('key_id'),
    /** It was plain text, which the store's files may still contain. */
    plainInFiles: boolean('plain_in_files').notNull().default(false),
    signsFrom: moment('signs_from').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('endpoint_secrets_newest').on(table.endpointId, table.signsFrom)],
)

/** Fields that only a granted visa has. */
export type Grant = Pick<SubmissionVisaGranted, 'feedbackDocsUrl' | 'remarks' | 'visaExpiryDate'>

export const submissions = pgTable(
  'submissions',
  {
    id: uuid('id').primaryKey(),
    partnerId: partnerId(),
    environment: environment(),
    status: text('status').notNull(),
    contactStatus: text('contact_status').notNull(),
    visa: jsonb('visa').$type<Visa>().notNull(),
    applicant: jsonb('applicant').$type<Applicant>().notNull(),
    grant: jsonb('grant').$type<Grant>(),
    /** Timestamp of its last event. The next one must be later. */
    lastEventAt: moment('last_event_at'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('submissions_by_time').on(table.createdAt, table.id)],
)

const submissionId = () =>
  uuid('submission_id')
    .notNull()
    .references(() => submissions.id)

/** `body` holds the bytes that every attempt sends. */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey(),
    submissionId: submissionId(),
    partnerId: partnerId(),
    environment: environment(),
    name: text('name').notNull(),
    timestamp: moment('timestamp').notNull(),
    body: bytes('body').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('events_by_time').on(table.createdAt)],
)

/** The states from which a delivery can be replayed. */
export const endedStates = ['delivered', 'dead-letter'] as const
export type EndedState = (typeof endedStates)[number]
export type DeliveryState = 'pending' | 'held' | EndedState
export type DeadLetterReason = 'failed' | 'expired'

/** One event on its way to one endpoint. `deliver/retry-machine.ts` explains its states. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id),
    endpointId: endpointId(),
    submissionId: submissionId(),
    partnerId: partnerId(),
    environment: environment(),
    state: text('state').$type<DeliveryState>().notNull(),
    /** The next step of the schedule, from 1. */
    step: integer('step').notNull(),
    /** Attempts made, including replays and probes. */
    attempts: integer('attempts').notNull(),
    dueAt: moment('due_at'),
    /** No attempt may start before this time: receivers would consider the event to be in the future. */
    opensAt: moment('opens_at').notNull(),
    /** No attempt may start at or after this time. */
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    deadLetterReason: text('dead_letter_reason').$type<DeadLetterReason>(),
    lastOutcome: text('last_outcome'),
    lastStatus: integer('last_status'),
    createdAt: createdAt(),
  },
  (table) => [
    index('deliveries_by_time').on(table.createdAt, table.id),
    index('deliveries_by_state').on(table.state, table.createdAt, table.id),
    index('deliveries_by_end').on(table.endedAt),
    index('deliveries_of_endpoint').on(table.endpointId, table.state, table.createdAt),
    index('deliveries_overdue').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index('deliveries_to_expire')
      .on(table.expiresAt)
      .where(sql`${table.state} in ('pending', 'held')`),
    index('deliveries_of_event').on(table.eventId),
    index('deliveries_of_submission').on(table.submissionId, table.createdAt),
  ],
)

const deliveryId = () =>
  uuid('delivery_id')
    .notNull()
    .references(() => deliveries.id, { onDelete: 'cascade' })

export const attempts = pgTable(
  'attempts',
  {
    deliveryId: deliveryId(),
    number: integer('number').notNull(),
    kind: text('kind').$type<'scheduled' | 'probe'>().notNull(),
    startedAt: moment('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    outcome: text('outcome').notNull(),
    status: integer('status'),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
)

/**
 * Attempts in flight: at most one per endpoint and submission, and one per slot of an endpoint. A flight
 * ends at `until`.
 */
export const flights = pgTable(
  'flights',
  {
    endpointId: uuid('endpoint_id').notNull(),
    submissionId: uuid('submission_id').notNull(),
    /** Numbered from 1. */
    slot: integer('slot').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    /** Identifies the worker and attempt that own the flight. */
    token: uuid('token').notNull().unique(),
    until: moment('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.submissionId] }),
    unique('flights_one_in_a_slot').on(table.endpointId, table.slot),
  ],
)

/** Stored answers to writes with an `Idempotency-Key`. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text('key').primaryKey(),
    /** SHA-256 of method, path and body. */
    request: text('request').notNull(),
    status: integer('status').notNull(),
    /** `null` if the answer held a secret, which is shown once. */
    body: text('body'),
    createdAt: createdAt(),
  },
  (table) => [index('idempotency_keys_by_time').on(table.createdAt)],
)
