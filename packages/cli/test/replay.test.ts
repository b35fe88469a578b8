import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { createSecret, signatureHeader, verifySignature } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { expectRefused, runCommand } from './run.ts'
import { type Seen, startSink } from './start-server.ts'
import { compactBody, toSaved } from './verify/saved-request.ts'

const toFile = (head: string[], body: Buffer) =>
  Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])

const genuine = await toSaved(compactBody, createSecret())

describe('replay', () => {
  it('D-001 sends lines and body byte for byte, except the lines of the connection', async () => {
    const { url, seen } = await startSink()
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0x7d])
    const kept = [
      ...['content-TYPE: application/json', 'X-Twice: one', 'X-Latin: Caf\u00e9', 'x-twice: two'],
      `${signatureHeader}: sha256=${'0'.repeat(64)}`,
    ]
    const ofConnection = [
      'Transfer-Encoding: chunked',
      'Connection: keep-alive',
      'Expect: 100-continue',
    ]
    const head = ['POST /elsewhere HTTP/1.1', 'Host: partner.example', ...kept, ...ofConnection]
    const folder = temporaryFolder({ '000001-00000000.http': toFile(head, body) })
    const { code, stdout, stderr } = await runCommand(['replay', folder, url])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /000001-00000000\.http, 6 bytes, headers as saved\n✓ 202 after \d+ ms: accepted\n/,
    )
    expect(seen).toHaveLength(1)
    const [{ method, rawHeaders, body: arrived } = {} as Seen] = seen
    expect([method, arrived]).toEqual(['POST', body])
    expect(rawHeaders).toEqual([
      ...['Host', new URL(url).host, 'Content-Length', '6', 'Connection', 'close'],
      ...kept.flatMap((line) => line.split(': ')),
    ])
  })

  it('sends a folder in the order of its numbers, and nothing else of it', async () => {
    const { url, seen } = await startSink()
    const one = (body: string) => toFile(['POST / HTTP/1.1'], Buffer.from(body))
    const folder = temporaryFolder({
      '1000000-a.http': one('third'),
      '000002-b.http': one('second'),
      '000001-c.http': one('first'),
      'notes.txt': 'nothing',
    })
    const { code, stdout } = await runCommand(['replay', folder, url, '--json'])
    expect(code).toBe(0)
    expect(seen.map(({ body }) => body.toString())).toEqual(['first', 'second', 'third'])
    const { deliveries } = JSON.parse(stdout)
    expect(deliveries.map(({ file }: { file: string }) => file)).toEqual(
      ['000001-c.http', '000002-b.http', '1000000-a.http'].map((name) => join(folder, name)),
    )
  })

  it('D-004 signs anew with the newest secret', async () => {
    const { url, seen } = await startSink()
    const [newest, old] = [createSecret(), createSecret()]
    const folder = temporaryFolder({ 'a.http': await toSaved(compactBody, old) })
    const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: `${newest},${old}` }
    expect((await runCommand(['replay', folder, url], { env })).code).toBe(0)
    expect((await runCommand(['replay', folder, url, '--resign'], { env })).code).toBe(0)
    const isBy = async ({ body, headers }: Seen, secret: string) => {
      const signature = headers[signatureHeader.toLowerCase()] as string
      return (await verifySignature({ body, signature, secrets: [secret] })).ok
    }
    expect(await Promise.all(seen.map((one) => isBy(one, old)))).toEqual([true, false])
    expect(await Promise.all(seen.map((one) => isBy(one, newest)))).toEqual([false, true])
    expect((await runCommand(['replay', folder, url, '--resign'])).code).toBe(2)
  })

  it.each([
    ['a folder without recordings', { 'notes.txt': 'x' }, '.', /contains no saved request, /],
    [
      'another file',
      { a: 'hello' },
      'a',
      /a is not a saved HTTP request: it has no blank line between head and body/,
    ],
    ['a missing path', {}, 'gone', /cannot be read .*ENOENT/],
    ['a folder with another file', { '1.http': genuine, '2.http': 'x' }, '.', /2\.http is not a/],
  ])('sends nothing from %s, and ends with 2', async (_, files, name, says) => {
    const { url, seen } = await startSink()
    const path = join(temporaryFolder(files), name)
    await expectRefused(runCommand(['replay', path, url]), says)
    expect(seen).toEqual([])
  })
})
