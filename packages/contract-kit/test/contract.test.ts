import { createHmac, timingSafeEqual } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  authVectors,
  bodyBytes,
  examples,
  originVectors,
  rateLimitVectors,
  retryAfterVectors,
  retryVectors,
  type SignatureVector,
  signatureVectors,
} from '../src/index.ts'

// Reading a table or an example checks its shape, its names and its rules.
it.each([authVectors, originVectors, retryVectors, retryAfterVectors])(
  '$file can be read',
  (table) => expect(table.rows.length).toBeGreaterThan(0),
)

describe('rate-limits.json', () => {
  it('has rows for the limiter and for the headers, and no others', () => {
    const { limiter, headers, rows } = rateLimitVectors
    expect(limiter.length).toBeGreaterThan(0)
    expect(headers.length).toBeGreaterThan(0)
    expect(limiter.length + headers.length).toBe(rows.length)
  })

  it.each(rateLimitVectors.limiter)('$rule answers each call: $name', ({ given, want }) => {
    expect(want.answers).toHaveLength(given.calls.length)
  })
})

/** What D-001 to D-004 say of a row, by Node's crypto alone. */
function verify({ given }: SignatureVector) {
  if (given.signature === null) return { ok: false, code: 'missing-signature' }
  const grammar = /^sha256=([0-9a-fA-F]{64})$/
  const [, hex] = (typeof given.signature === 'string' && grammar.exec(given.signature)) || []
  if (!hex) return { ok: false, code: 'malformed-signature' }
  const holds = given.secrets.some((secret) => {
    const [, base64] = /^whsec_(.*)$/.exec(secret) ?? []
    const key = base64 === undefined ? Buffer.from(secret) : Buffer.from(base64, 'base64')
    const digest = createHmac('sha256', key).update(bodyBytes(given)).digest()
    return timingSafeEqual(digest, Buffer.from(hex, 'hex'))
  })
  return holds ? { ok: true } : { ok: false, code: 'signature-mismatch' }
}

describe('signatures.json', () => {
  it.each(signatureVectors.rows)('$rule holds by node:crypto: $name', (row) => {
    expect(verify(row)).toEqual(row.want)
  })

  it.each(['missing-signature', 'malformed-signature', 'signature-mismatch'])('has %s', (code) => {
    expect(signatureVectors.rows.map(({ want }) => !want.ok && want.code)).toContain(code)
  })
})

// The lint judges what is in them.
it('has examples in each of the four folders', () => {
  const folders = new Set(examples().map((one) => one.folder))
  expect(folders).toEqual(new Set(['valid', 'tolerated', 'invalid', 'unparseable']))
})
