import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Grows with each row. */
export const serial = () =>
  bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/**
 * A JSON value kept as its text. The `jsonb` of Postgres refuses NUL and half surrogate pairs, which
 * paths and headers may hold; written as JSON, they are escapes of plain characters.
 */
export const jsonText = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => JSON.parse(text),
  })(name)
