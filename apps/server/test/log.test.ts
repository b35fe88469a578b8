import { describe, expect, it } from 'vitest'
import { createJsonLogger, toFailure } from '../src/log.ts'

describe('createJsonLogger', () => {
  it('writes one line of JSON with the time for each entry', () => {
    const written: string[] = []
    const log = createJsonLogger({ write: (text) => written.push(text) }, () => 0)
    log({ event: 'malformed-request', requestId: 'req_\n1', status: 400 })
    expect(written).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","event":"malformed-request","requestId":"req_\\n1","status":400}\n',
    ])
  })
})

describe('toFailure', () => {
  it('I10 keeps the class of an error and its stack frames, but not its message', () => {
    const cause = new Error('canary cause')
    const error = new TypeError('canary\n    at canary (canary.ts:1:1)', { cause })
    const { error: name, frames } = toFailure(error)
    expect(name).toBe('TypeError')
    expect(frames[0]).toMatch(/log\.test\.ts:\d+:\d+/)
    expect(JSON.stringify(frames)).not.toContain('canary')
  })

  it('I10 keeps no stack frames if the stack does not begin with the message', () => {
    const error = new Error('canary\n    at canary (canary.ts:1:1)')
    expect(error.stack).toContain('canary')
    error.message = 'another message'
    expect(toFailure(error)).toEqual({ error: 'Error', code: null, frames: [] })
  })

  it.each(['canary', { message: 'canary' }, undefined, null])(
    'I10 keeps the type of %j',
    (thrown) => {
      expect(toFailure(thrown)).toEqual({ error: typeof thrown, code: null, frames: [] })
    },
  )

  const circular = new Error('canary')
  circular.cause = circular

  it.each<[string, unknown, string | null]>([
    ['none if it is its own cause', circular, null],
    ['its own', Object.assign(new Error('canary'), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['that of a cause', new Error('canary', { cause: { cause: { code: '57014' } } }), '57014'],
    ['none if it is free text', new Error('canary', { cause: { code: 'a canary' } }), null],
    ['none if it is a number', Object.assign(new Error('canary'), { code: 5 }), null],
  ])('I10 keeps the code of an error: %s', (_says, error, code) => {
    expect(toFailure(error).code).toBe(code)
  })
})
