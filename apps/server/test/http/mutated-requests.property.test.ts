import { scaled } from '@partner-platform/harness'
import { seededRandom } from '@partner-platform/settings/testing'
import { afterAll, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { countriesPath, openServer } from '../start-server.ts'
import { exchange } from '../wire.ts'

const key = createApiKey('development')
const known = [200, 304, 400, 401, 403, 404, 405, 408, 413, 414, 417, 431]
const total = scaled(480)
const atOnce = 16
/** An answer that takes longer counts as hanging. */
const patienceMs = 2_000
const seed = Number(process.env.SEED ?? 20_261_120)

const whole = Buffer.from(
  [
    `GET ${countriesPath}?a=b HTTP/1.1`,
    'Host: a.test',
    `x-api-key: ${key}`,
    'If-None-Match: "a", W/"b"',
    'Accept-Encoding: br, gzip;q=0.5',
    'Transfer-Encoding: chunked',
    'Connection: close\r\n',
    '2\r\n{}\r\n0\r\n\r\n',
  ].join('\r\n'),
)
/** Bytes on which HTTP parsers disagree. */
const sharp = [
  ...['\r', '\n', '\r\n', '\0', ' ', '\t', ':', ',', ';', '"', '%', '\x7f', '\xff', '0', '-'],
]
const lines = whole.toString('latin1').split('\r\n')

function mutate(bytes: Buffer, chance: (limit: number) => number): Buffer {
  const at = chance(bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  const put = (text: string, from = after) =>
    Buffer.concat([before, Buffer.from(text, 'latin1'), from])
  switch (chance(6)) {
    case 0:
      return put(sharp[chance(sharp.length)] ?? '')
    case 1:
      return put(String.fromCharCode(chance(256)), after.subarray(1))
    case 2:
      return put('', after.subarray(1 + chance(8)))
    case 3:
      return before
    case 4:
      return put(`\r\n${lines[chance(lines.length)]}`)
    default:
      return put(after.toString('latin1', 0, 1 + chance(8)).repeat(1 + chance(40)))
  }
}

const rateLimit = { quota: 100_000, windowSeconds: 60 }
const server = await openServer({ keys: [{ environment: 'development', key }], rateLimit })
afterAll(() => server.close())

it('accepts the request that is mutated below', async () => {
  const [response] = await exchange(server.url, whole)
  expect(response?.status).toBe(200)
})

it(`I8 answers ${total} mutated requests in the envelope, none with 5xx (seed ${seed})`, async () => {
  const { between } = seededRandom(seed)
  const chance = (limit: number) => between(0, limit - 1)
  const counts = new Map<number, number>()
  const sendOne = async () => {
    let bytes: Buffer = whole
    for (let left = 1 + chance(3); left > 0; left--) bytes = mutate(bytes, chance)
    const startedMs = performance.now()
    // `exchange` checks each response: rate-limit headers, envelope, request id.
    const responses = await exchange(server.url, bytes, { isEnded: true })
    const shown = JSON.stringify(bytes.toString('latin1'))
    expect(performance.now() - startedMs, shown).toBeLessThan(patienceMs)
    if (bytes.length > 0) expect(responses.length, shown).toBeGreaterThan(0)
    for (const { status } of responses) {
      expect(known, shown).toContain(status)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  for (let sent = 0; sent < total; sent += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, sendOne))
  }
  // The mutations covered these statuses.
  for (const status of [200, 400, 401, 404]) expect(counts.get(status)).toBeGreaterThan(5)
  expect(server.logs.filter((line) => line.includes('failure"'))).toEqual([])
})
