import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { StoreDownError } from '../src/errors.ts'
import { isUnavailable } from '../src/index.ts'

const withCode = (code: string) => Object.assign(new Error('said'), { code })
const fromServer = (code: string) =>
  Object.assign(new pg.DatabaseError('said', 0, 'error'), { code })

describe('F6 F7 isUnavailable', () => {
  it.each([
    ['08006', 'connection failure'],
    ['08P01', 'protocol violation'],
    ['25006', 'read-only transaction'],
    ['25P03', 'idle in transaction too long'],
    ['28P01', 'wrong password'],
    ['3D000', 'no such database'],
    ['40001', 'could not be serialised'],
    ['40P01', 'deadlock'],
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['53300', 'too many connections'],
    ['57014', 'statement took too long'],
    ['57P01', 'server shuts down'],
    ['57P03', 'server starts'],
    ['57P05', 'idle session'],
    ['58030', 'input or output error'],
    ['XX001', 'data corrupted'],
  ])('recognises SQLSTATE %s: %s', (code) => {
    expect(isUnavailable(fromServer(code))).toBe(true)
  })

  it.each([
    ['23505', 'unique violation'],
    ['23514', 'check violation'],
    ['23503', 'foreign key violation'],
    ['22P02', 'not a value of the type'],
    ['25P02', 'transaction that had failed already'],
    ['25P01', 'no transaction'],
    ['42601', 'syntax error'],
    ['42501', 'no privilege'],
    ['42P01', 'no such table'],
    ['40002', 'constraint violated at the end'],
    ['55P03', 'lock not to be had at once'],
    ['0A000', 'not supported'],
    ['P0001', 'raised by a function'],
    ['XX000', 'internal error'],
  ])('leaves SQLSTATE %s to the caller: %s', (code) => {
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

  it('finds the reason below other errors, and in the copies that the job queue makes', () => {
    const deep = new Error('outer', { cause: new Error('middle', { cause: fromServer('53100') }) })
    expect(isUnavailable(deep)).toBe(true)
    expect(isUnavailable({ message: 'copied', code: 'ECONNREFUSED' })).toBe(true)
    expect(isUnavailable(new AggregateError([], 'all addresses')), 'no code').toBe(false)
    expect(isUnavailable(new StoreDownError('down'))).toBe(true)
  })

  it('ends if errors cause each other', () => {
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
