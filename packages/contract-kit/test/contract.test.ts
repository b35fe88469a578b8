import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  authVectors,
  bodyBytes,
  examples,
  originVectors,
  rateLimitVectors,
  retryAfterVectors,
  retryVectors,
  rulesOf,
  type SignatureVector,
  signatureVectors,
  specsFolder,
} from '../src/index.ts'

const tables = [
  signatureVectors,
  authVectors,
  originVectors,
  rateLimitVectors,
  retryVectors,
  retryAfterVectors,
]

describe.each(tables)('$file', (table) => {
  it('has rows, each of its shape, with unique names', () => {
    expect(table.rows.length).toBeGreaterThan(0)
    expect(new Set(table.rows.map((row) => row.name)).size).toBe(table.rows.length)
    expect(table.title).not.toBe('')
  })

  it('rests each row on a rule', () => {
    for (const row of table.rows) expect(rulesOf(row), row.name).not.toEqual([])
  })
})

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

/** As a receiver decodes a body (D-006): nothing is mended, nothing is left out. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

describe('the examples', () => {
  it('are there, in each of the four folders, under unique names', () => {
    const all = examples()
    expect(new Set(all.map((one) => one.folder))).toEqual(
      new Set(['valid', 'tolerated', 'invalid', 'unparseable']),
    )
    expect(new Set(all.map((one) => one.file)).size).toBe(all.length)
  })

  it.each(examples())('$rule is a file: $file', (example) => {
    expect(existsSync(join(specsFolder, example.file))).toBe(true)
    expect(rulesOf(example)).not.toEqual([])
    const parse = () => JSON.parse(utf8.decode(example.bytes))
    if (example.folder === 'unparseable') expect(parse).toThrow()
    else expect(parse()).toEqual(example.value)
  })

  it.each(examples().filter(({ folder }) => folder === 'tolerated' || folder === 'invalid'))(
    '$rule says what is wrong: $file',
    (example) => {
      expect(example.path).toMatch(/^(\/.*)?$/)
      expect(example.keyword).toBeTruthy()
    },
  )
})
