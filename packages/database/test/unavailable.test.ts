import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { StoreDownError } from '../src/errors.ts'
import { isUnavailable } from '../src/index.ts'

const withCode = (code: string) => Object.assign(new Error('said'), { code })
const fromServer = (code: string) =>
  Object.assign(new pg.DatabaseError('said', 0, 'error'), { code })

describe('F6 F7 isUnavailable', () => {
  it.each([
    // Connection, read-only, idle, access, no such database, serialization, deadlock.
    ...['08006', '08P01', '25006', '25P03', '28P01', '3D000', '40001', '40P01'],
    // Disk, memory, connections, time, shutdown, start, idle session, system error, corrupt data.
    ...['53100', '53200', '53300', '57014', '57P01', '57P03', '57P05', '58030', 'XX001'],
  ])('recognises SQLSTATE %s', (code) => {
    expect(isUnavailable(fromServer(code))).toBe(true)
  })

  it.each([
    // Constraints, values, a transaction that failed, none, syntax, privilege, no such table.
    ...['23505', '23514', '23503', '22P02', '25P02', '25P01', '42601', '42501', '42P01'],
    // A constraint at the end, a lock, an unsupported feature, raised by a function, internal error.
    ...['40002', '55P03', '0A000', 'P0001', 'XX000'],
  ])('leaves SQLSTATE %s to the caller', (code) => {
    expect(isUnavailable(fromServer(code))).toBe(false)
  })

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EROFS', 'EIO', 'EMFILE'])(
    'recognises the system error %s',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(true)
    },
  )

  it.each(['EINVAL', 'ERR_INVALID_ARG_TYPE', '5310', '531000', 'x53100', ''])(
    'does not recognise the code %j',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(false)
    },
  )

  it('finds the reason below other errors, and in the copies of the job queue', () => {
    const deep = new Error('outer', { cause: new Error('middle', { cause: fromServer('53100') }) })
    expect(isUnavailable(deep)).toBe(true)
    expect(isUnavailable({ message: 'copied', code: 'ECONNREFUSED' })).toBe(true)
    expect(isUnavailable(new AggregateError([], 'all addresses')), 'no code').toBe(false)
    expect(isUnavailable(new StoreDownError('down'))).toBe(true)
  })

  it('terminates if errors cause each other', () => {
    const first = new Error('first')
    const second = new Error('second', { cause: first })
    first.cause = second
    expect(isUnavailable(first)).toBe(false)
  })

  it.each([undefined, null, 'Connection terminated', 53100, Symbol('x')])(
    'does not take %o for an error',
    (value) => {
      expect(isUnavailable(value)).toBe(false)
    },
  )
})
