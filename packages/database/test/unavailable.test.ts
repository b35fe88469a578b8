import pg from 'pg'
import { expect, it } from 'vitest'
import { StoreDownError } from '../src/errors.ts'
import { isUnavailable } from '../src/index.ts'

const withCode = (code: string) => Object.assign(new Error('said'), { code })
const fromServer = (code: string) =>
  Object.assign(new pg.DatabaseError('said', 0, 'error'), { code })

const deep = new Error('outer', { cause: new Error('middle', { cause: fromServer('53100') }) })
const circular = new Error('first')
circular.cause = new Error('second', { cause: circular })

type Row = [says: string, error: unknown, isAway: boolean]
const fromStates = (codes: string[], isAway: boolean) =>
  codes.map((code): Row => [`SQLSTATE ${code}`, fromServer(code), isAway])
const fromCodes = (codes: string[], isAway: boolean) =>
  codes.map((code): Row => [`the code ${JSON.stringify(code)}`, withCode(code), isAway])

const away: Row[] = [
  // Connection, read-only, idle, access, no such database, serialization, deadlock.
  ...fromStates(['08006', '08P01', '25006', '25P03', '28P01', '3D000', '40001', '40P01'], true),
  // Disk, memory, connections, time, shutdown, start, idle session, system error, corrupt data.
  ...fromStates(['53100', '53200', '53300', '57014', '57P01', '57P03', '57P05'], true),
  ...fromStates(['58030', 'XX001'], true),
  ...fromCodes(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EROFS'], true),
  ...fromCodes(['EIO', 'EMFILE'], true),
  ['a reason below other errors', deep, true],
  ['a copy of the job queue', { message: 'copied', code: 'ECONNREFUSED' }, true],
  ['a store that is down', new StoreDownError('down'), true],
]

const mistakes: Row[] = [
  // Constraints, values, a transaction that failed, none, syntax, privilege, no such table.
  ...fromStates(['23505', '23514', '23503', '22P02', '25P02', '25P01', '42601', '42501'], false),
  // A constraint at the end, a lock, an unsupported feature, raised by a function, internal error.
  ...fromStates(['42P01', '40002', '55P03', '0A000', 'P0001', 'XX000'], false),
  ...fromCodes(['EINVAL', 'ERR_INVALID_ARG_TYPE', '5310', '531000', 'x53100', ''], false),
  ['no code', new AggregateError([], 'all addresses'), false],
  ['errors that cause each other', circular, false],
  ...[undefined, null, 'Connection terminated', 53100, Symbol('x')].map(
    (value): Row => [`${String(value)}, which is no error`, value, false],
  ),
]

it.each([...away, ...mistakes])('F6 F7 isUnavailable judges %s', (_, error, isAway) => {
  expect(isUnavailable(error)).toBe(isAway)
})
