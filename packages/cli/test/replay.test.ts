import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFile } from '@partner-platform/settings/testing'
import { createSecret, verifySignature } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { contractHeaders } from '../src/http-message.ts'
import { runCommand } from './run.ts'
import { startServer } from './start-server.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { compactBody, toSaved } from './verify/saved-request.ts'

type Seen = { method: string; rawHeaders: string[]; body: Buffer; signature: string | undefined }

async function startSink() {
  const seen: Seen[] = []
  const url = await startServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', rawHeaders, headers } = request
    const signature = headers[contractHeaders.signature.toLowerCase()] as string | undefined
    seen.push({ method, rawHeaders, body, signature })
    response.writeHead(202).end()
  })
  return { url: `${url}/hook`, seen }
}

const toFile = (head: string[], body: Buffer) =>
  Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body])

/** A folder with a file per entry. */
function toFolder(files: Record<string, Buffer | string>): string {
  const folder = temporaryFolder()
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  return folder
}

describe('replay', () => {
  it('D-001 sends lines and body byte for byte, except the lines of the connection', async () => {
    const { url, seen } = await startSink()
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0x7d])
    const head = [
      'POST /elsewhere HTTP/1.1',
      'Host: partner.example',
      'content-TYPE: application/json',
      'X-Twice: one',
      'X-Latin: Caf\u00e9',
      'x-twice: two',
      `${contractHeaders.signature}: sha256=${'0'.repeat(64)}`,
      'Transfer-Encoding: chunked',
      'Connection: keep-alive',
      'Expect: 100-continue',
    ]
    const folder = toFolder({ '000001-00000000.http': toFile(head, body) })
    const { code, stdout, stderr } = await runCommand(['replay', folder, url])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /000001-00000000\.http, 6 bytes, with its own signature\n✓ 202 after \d+ ms: accepted\n$/,
    )
    expect(seen).toHaveLength(1)
    const [{ method, rawHeaders, body: arrived } = {} as Seen] = seen
    expect([method, arrived]).toEqual(['POST', body])
    expect(rawHeaders).toEqual([
      ...['Host', new URL(url).host, 'Content-Length', '6', 'Connection', 'close'],
      ...[
        'content-TYPE',
        'application/json',
        'X-Twice',
        'one',
        'X-Latin',
        'Caf\u00e9',
        'x-twice',
        'two',
      ],
      ...[contractHeaders.signature, `sha256=${'0'.repeat(64)}`],
    ])
  })

  it('sends a folder in the order of its numbers, and nothing else of it', async () => {
    const { url, seen } = await startSink()
    const one = (body: string) => toFile(['POST / HTTP/1.1'], Buffer.from(body))
    const folder = toFolder({
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
    const folder = toFolder({ 'a.http': await toSaved(compactBody, old) })
    const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: `${newest},${old}` }
    expect((await runCommand(['replay', folder, url], { env })).code).toBe(0)
    expect((await runCommand(['replay', folder, url, '--resign'], { env })).code).toBe(0)
    const verdicts = seen.map(({ body, signature }) =>
      Promise.all(
        [old, newest].map(
          async (secret) => (await verifySignature({ body, signature, secrets: [secret] })).ok,
        ),
      ),
    )
    expect(await Promise.all(verdicts)).toEqual([
      [true, false],
      [false, true],
    ])
    expect((await runCommand(['replay', folder, url, '--resign'])).code).toBe(2)
  })

  it.each([
    [
      'a folder without recordings',
      () => toFolder({ 'notes.txt': 'x' }),
      /contains no saved request, /,
    ],
    [
      'a file that is none',
      () => temporaryFile('hello'),
      /is not a saved HTTP request: it has no end of the head instead of a blank line/,
    ],
    ['a path that is none', () => '/nowhere/at/all', /cannot be read .*ENOENT/],
  ])('%s ends with 2', async (_, make, says) => {
    const { url, seen } = await startSink()
    const { code, stdout, stderr } = await runCommand(['replay', make(), url])
    expect([code, stdout, seen]).toEqual([2, '', []])
    expect(stderr).toMatch(says)
  })

  it('sends nothing from a folder with another file', async () => {
    const { url, seen } = await startSink()
    const folder = toFolder({
      '1.http': await toSaved(compactBody, createSecret()),
      '2.http': 'oops',
    })
    const { code, stderr } = await runCommand(['replay', folder, url])
    expect([code, seen]).toEqual([2, []])
    expect(stderr).toContain('2.http is not a saved HTTP request')
  })
})
