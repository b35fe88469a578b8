import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '@partner-platform/harness'
import { exchangeBytes, temporaryFile } from '@partner-platform/settings/testing'
import { constants, messages } from '@partner-platform/types'
import {
  createSecret,
  eventHeader,
  signatureHeader,
  signPayload,
  webhookErrors,
} from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { savedBodyLimitBytes } from '../src/http-message.ts'
import { startListener } from '../src/listen/start-listener.ts'
import { buildEvent } from '../src/send/build-event.ts'
import { expectRefused, runCommand, startListen, toPost } from './run.ts'
import { startRawServer, startServer } from './start-server.ts'

const { receiverAnswers } = constants
const identity = () => ({ timestamp: new Date().toISOString(), uuid: crypto.randomUUID() })
const eventBody = async () => Uint8Array.from(await buildEvent({}, identity()))

const signedHeaders = async (body: Uint8Array, secret: string) => ({
  [eventHeader]: messages.submissionUpdated.name,
  [signatureHeader]: await signPayload({ body, secret }),
})

/** Starts `listen` and makes a signed event for it. */
async function startSigned(...args: string[]) {
  const secret = createSecret()
  const listening = await startListen({ args, secrets: [secret] })
  const body = await eventBody()
  return { ...listening, secret, body, headers: await signedHeaders(body, secret) }
}

describe('listen', () => {
  it('4.2, D-005, D-009 verifies, answers as the contract requires, and shows each delivery', async () => {
    const started = await startSigned('--json', '--count', '7')
    const { url, documents, ended, secret, body, headers } = started
    const garbage = new TextEncoder().encode('{"event":"submission.updated" "oops"}')
    const forged = { ...headers, [signatureHeader]: `sha256=${'0'.repeat(64)}` }
    const large = new Uint8Array(constants.bodyLimitBytes + 1)
    const signedGarbage = toPost(garbage, await signedHeaders(garbage, secret))
    const asText = toPost(body, { ...headers, 'content-type': 'text/plain' })
    const rows: [RequestInit, outcome: keyof typeof receiverAnswers, code: string | null][] = [
      [toPost(body, headers), 'accepted', null],
      [toPost(body, headers), 'duplicate', null],
      [toPost(body, forged), 'unverified', 'signature-mismatch'],
      [signedGarbage, 'quarantined', 'invalid-json'],
      [asText, 'wrongContentType', 'wrong-content-type'],
      [{ method: 'PUT', headers, body }, 'wrongMethod', 'wrong-method'],
      [toPost(large, headers), 'tooLarge', 'body-too-large'],
    ]
    for (const [request, outcome] of rows) {
      expect((await fetch(url, request)).status).toBe(receiverAnswers[outcome])
    }
    const [listening, ...deliveries] = await documents()
    expect(listening).toEqual({ type: 'listening', url })
    expect(
      deliveries.map(({ number, status, outcome, code }) => [number, status, outcome, code]),
    ).toEqual(
      rows.map(([, outcome, code], at) => [at + 1, receiverAnswers[outcome], outcome, code]),
    )
    expect(deliveries[0].event.submission.status).toBe('VISA_GRANTED')
    expect(JSON.stringify(deliveries)).not.toContain('asha.verma')
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([1, '7 received, 2 accepted.\n'])
  })

  it('shows a terminal status, submission and notes, and bodies only with --body', async () => {
    for (const args of [[], ['--body']]) {
      const { url, ended, secret, body, headers } = await startSigned('--once', ...args)
      const { uuid } = JSON.parse(Buffer.from(body).toString()).submission
      await fetch(url, toPost(body, { ...headers, [eventHeader]: 'submission.deleted' }))
      const { code, stdout, stderr } = await ended
      expect([code, stderr]).toEqual([0, '1 received, 1 accepted.\n'])
      expect(stdout).toContain(
        `#1  ${receiverAnswers.accepted} accepted  submission.updated  VISA_GRANTED  ${uuid}`,
      )
      expect(stdout).toContain('notes: event-header-mismatch')
      expect(stdout.includes('asha.verma@example.com')).toBe(args.length > 0)
      expect(stdout).not.toContain('\u001b')
      expect(stdout).not.toContain(secret)
    }
  })

  it('says once why a signature was refused', async () => {
    const { url, ended, body, headers } = await startSigned('--once')
    const forged = { ...headers, [signatureHeader]: `sha256=${'0'.repeat(64)}` }
    await fetch(url, toPost(body, forged))
    const { means, next } = webhookErrors['signature-mismatch']
    const details = (await ended).stdout.match(/^ {4}.*$/gm)
    expect(details).toEqual([`    ${means} ${next}`])
  })

  it('spells out what would move the cursor of a terminal', async () => {
    const { url, ended } = await startListen({
      args: ['--once', '--body', '--verification', 'off'],
    })
    const status = '\u001b]0;owned\u0007\u009b2J\u202e'
    const event = JSON.parse(String(await buildEvent({ status }, identity())))
    event.submission.applicant.phone = '\u009b2J'
    await fetch(url, toPost(JSON.stringify(event)))
    const { stdout, stderr } = await ended
    expect(stdout).toMatch(/^ {4}\/submission\/applicant\/phone {2}expected a string/m)
    expect(stdout).toContain('notes: tolerated')
    expect(stdout).toContain('\\u001b]0;owned\\u0007\\u009b2J\\u202e')
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
    expect(stderr).toContain('Verification is off: anyone can send anything.')
  })

  it('1.3 answers another path with 404, and says which one is right', async () => {
    const { kill, url, ended } = await startListen()
    for (const path of ['/', '//', '/webhooks/', '/WEBHOOKS', '/%']) {
      expect((await fetch(new URL(url).origin + path, toPost('{}'))).status).toBe(404)
    }
    expect((await fetch(`${url}?tenant=1`, toPost('{}'))).status).toBe(receiverAnswers.unverified)
    kill('SIGINT')
    const { stderr } = await ended
    expect(stderr.match(/404: POST to a path other than \/webhooks\./g)).toHaveLength(5)
  })

  it('survives bytes that are not HTTP, and senders that break off, until SIGTERM', async () => {
    const { kill, url, ended } = await startListen()
    for (const bytes of [
      '\u0016\u0003\u0001\u0002',
      'GET\r\n\r\n',
      `POST /webhooks HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`,
    ]) {
      expect((await exchangeBytes(url, bytes)).toString()).toMatch(/^HTTP\/1\.1 400 /)
    }
    await breakOff(url)
    expect((await fetch(url, toPost('{}'))).status).toBe(receiverAnswers.unverified)
    kill('SIGTERM')
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toContain('1 received, 0 accepted.')
    expect(stderr.match(/Received bytes that are not HTTP \(HPE_\w+\)\./g)).toHaveLength(3)
    expect(stderr).toContain('A sender disconnected')
  })

  it.each([
    ['its head', 'POST /webhooks HTTP/1.1\r\nHost: x\r\n'],
    ['its body', 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'],
  ])('F12 cuts off a sender that stalls within %s', async (_, bytes) => {
    const strays: string[] = []
    const listener = await startListener({
      port: 0,
      path: '/webhooks',
      secrets: null,
      record: null,
      forwardTo: null,
      requestTimeoutMs: 100,
      onArrival: () => expect.unreachable(),
      onStray: (says) => strays.push(says),
    })
    onTestFinished(() => listener.close())
    expect((await exchangeBytes(listener.url, bytes)).toString()).toMatch(/^HTTP\/1\.1 408 /)
    expect(strays[0]).toBe('A request took more than 0.1 s.')
  })
})

describe('listen --forward-to', () => {
  const startForwarding = (target: string, ...args: string[]) =>
    startListen({ args: ['--once', '--forward-to', target, ...args] })

  it('sends each request on byte for byte, and answers what it answers', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = []
    const target = await startServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) })
      const status = received.length === 1 ? 200 : 503
      response.writeHead(status, { 'retry-after': '7', 'x-own': 'no' }).end('its answer')
    })
    const args = ['--json', '--count', '2', '--forward-to', `${target}/hooks`]
    const { url, documents, ended, body, headers } = await startSigned(...args)
    for (const status of [200, 503]) {
      const response = await fetch(url, toPost(body, { ...headers, 'x-from': 'the sender' }))
      expect([response.status, await response.text()]).toEqual([status, 'its answer'])
      expect(response.headers.get('retry-after')).toBe('7')
      expect(response.headers.has('x-own')).toBe(false)
    }
    for (const { headers: lines, body: bytes } of received) {
      expect(bytes).toBe(Buffer.from(body).toString())
      expect(lines).toMatchObject({ 'x-from': 'the sender', host: new URL(target).host })
      expect(lines[signatureHeader.toLowerCase()]).toBe(headers[signatureHeader])
    }
    const [, first, second] = await documents()
    expect([first.outcome, second.outcome]).toEqual(['accepted', 'duplicate'])
    expect([first.forwarded, second.forwarded]).toMatchObject([
      { accepted: true, status: 200 },
      { accepted: false, status: 503 },
    ])
    expect((await ended).stderr).toBe('2 received, 1 accepted.\n')
  })

  it.each([
    ['breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 200\r\n\r\nok'],
    ['has a status that is none', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok'],
  ])('asks the sender to send it again if the answer %s', async (_, answer) => {
    const target = await startRawServer((socket) => socket.once('data', () => socket.end(answer)))
    const { url, documents } = await startForwarding(target, '--json')
    expect((await fetch(url, toPost('{}'))).status).toBe(receiverAnswers.storageFailed)
    const [, { forwarded }] = await documents()
    expect(forwarded.accepted).toBe(false)
  })

  it('reports a request whose sender did not wait for the answer', async () => {
    const sender = new AbortController()
    const target = await startServer((_, response) => {
      sender.abort()
      setTimeout(() => response.end(), 100)
    })
    const { url, documents } = await startForwarding(target, '--json')
    await fetch(url, { ...toPost('{}'), signal: sender.signal }).catch(() => {})
    expect((await documents())[1]).toMatchObject({ number: 1, forwarded: { status: 200 } })
  })

  it('asks the sender to try again if nothing answers there', async () => {
    const gone = 'http://127.0.0.1:9'
    const { url, ended } = await startForwarding(gone)
    const response = await fetch(url, toPost('{}'))
    expect(response.status).toBe(receiverAnswers.storageFailed)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    const { code, stdout } = await ended
    expect(code).toBe(1)
    expect(stdout).toContain(`forwarded: ${gone} is unreachable: ECONNREFUSED.`)
  })

  it('says why it does not forward a body that is too large', async () => {
    const target = await startServer(() => expect.unreachable())
    const { url, ended } = await startForwarding(target)
    const length = savedBodyLimitBytes + 1
    const head = ['POST /webhooks HTTP/1.1', 'Host: x', 'Connection: close']
    const lines = [...head, 'Content-Type: application/json', `Content-Length: ${length}`, '', '']
    const answer = await exchangeBytes(url, lines.join('\r\n') + 'x'.repeat(length))
    expect(answer.toString()).toContain(`HTTP/1.1 ${receiverAnswers.tooLarge} `)
    const { code, stdout } = await ended
    expect(code).toBe(1)
    expect(stdout).toContain('forwarded: no, because its body is larger than')
  })
})

describe('listen --record', () => {
  it('D-001 keeps first line, header lines and body byte for byte, for this user only', async () => {
    const folder = join(temporaryFolder(), 'deep', 'recordings')
    const { url, documents } = await startListen({
      args: ['--json', '--count', '2', '--record', folder],
    })
    const head = [
      `POST ${new URL(url).pathname}?a=%20b HTTP/1.1`,
      'Host: 127.0.0.1',
      'content-TYPE: application/json',
      'X-Twice: one',
      'X-Twice: two',
      'X-Latin: Caf\u00e9',
      'Connection: close',
    ]
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x0d, 0x0a, 0x0d, 0x0a, 0x7d])
    const bytes = Buffer.concat([
      Buffer.from(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`, 'latin1'),
      body,
    ])
    await exchangeBytes(url, bytes)
    await exchangeBytes(url, bytes)
    const [, first, second] = await documents()
    const names = readdirSync(folder).sort()
    const start = first.storageKey.slice(0, 8)
    expect(names).toEqual([`000001-${start}.http`, `000002-${start}.http`])
    expect([first.recordedAs, second.recordedAs]).toEqual(names.map((name) => join(folder, name)))
    for (const name of names) {
      expect(readFileSync(join(folder, name))).toEqual(bytes)
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    }
  })

  it('keeps what is refused too, numbers on from what is there, and joins chunks', async () => {
    const folder = temporaryFolder({ '000041-00000000.http': 'x', 'notes.txt': 'x' })
    const { url, documents } = await startListen({ args: ['--json', '--once', '--record', folder] })
    const head =
      'PUT /webhooks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    await exchangeBytes(url, `${head}2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n`)
    const [, { recordedAs, status }] = await documents()
    expect(status).toBe(receiverAnswers.wrongMethod)
    expect(recordedAs).toMatch(/\/000042-[0-9a-f]{8}\.http$/)
    expect(readFileSync(recordedAs, 'utf8')).toBe(`${head}abc`)
  })

  it('F6, D-009 answers 503 while it cannot write, and recovers', async () => {
    const folder = join(temporaryFolder(), 'recordings')
    const args = ['--json', '--count', '2', '--record', folder]
    const { url, documents, body, headers } = await startSigned(...args)
    rmSync(folder, { recursive: true })
    const post = toPost(body, headers)
    const refused = await fetch(url, post)
    expect(refused.status).toBe(receiverAnswers.storageFailed)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    mkdirSync(folder)
    expect((await fetch(url, post)).status).toBe(receiverAnswers.accepted)
    const [, first, second] = await documents()
    expect(first).toMatchObject({
      outcome: 'storageFailed',
      recordError: 'ENOENT',
      recordedAs: null,
    })
    expect(second.outcome).toBe('accepted')
  })

  it('F6 leaves no part of a request behind if there is no room for all of it', () => {
    const folder = temporaryFolder()
    const recorder = join(import.meta.dirname, '../src/listen/create-arrivals.ts')
    const program = `
      import { createRecorder } from ${JSON.stringify(recorder)}
      const record = await createRecorder(${JSON.stringify(folder)})
      const request = { method: 'POST', target: '/', headers: [], body: Buffer.alloc(100_000) }
      await record(request, '0123456789').catch(({ code }) => console.log(code))`
    const node = `"${process.execPath}" --conditions=@partner-platform/source --input-type=module`
    const input = { input: program }
    const { stdout } = spawnSync('bash', ['-c', `ulimit -f 20; exec ${node} -`], input)
    expect(stdout.toString().trim()).toMatch(/^E(FBIG|NOSPC)$/)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('listen does not start', () => {
  const itself = /^--forward-to is the address that listen itself uses\./
  it.each<[string, () => Promise<string[]>, RegExp]>([
    [
      'F20 on a taken port',
      async () => ['--port', new URL(await startServer(() => {})).port],
      /^Cannot listen on port \d+: EADDRINUSE\./,
    ],
    [
      'with a folder that is a file',
      async () => ['--port', '0', '--record', temporaryFile('x')],
      /is not a writable folder: (EEXIST|ENOTDIR)\./,
    ],
    [
      'if it forwards to itself',
      async () => ['--forward-to', 'http://localhost:4020/webhooks?again'],
      itself,
    ],
  ])('%s', async (_, makeArgs, says) => {
    const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: createSecret() }
    await expectRefused(runCommand(['listen', ...(await makeArgs())], { env }), says)
  })
})

/** Announces a body, sends a part of it and closes the connection. */
function breakOff(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.end('POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })
}
