import { temporaryFile } from '@partner-platform/settings/testing'
import { constants, messages } from '@partner-platform/types'
import { isSubmissionUpdatedSent } from '@partner-platform/validators'
import {
  createSecret,
  eventHeader,
  signatureHeader,
  verifySignature,
} from '@partner-platform/webhooks'
import { describe, expect, it, vi } from 'vitest'
import { deliver } from '../src/deliver-all.ts'
import { expectRefused, runCommand, startListen } from './run.ts'
import { type Seen, startRawServer, startServer, startSink } from './start-server.ts'

const secret = createSecret()
const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: `${secret},${createSecret()}` }
const lower = (name: string) => name.toLowerCase()

const send = (url: string, ...args: string[]) => runCommand(['send', url, ...args], { env })

describe('send', () => {
  it('4.2.method, 4.2.path, 4.2.headers, 4.2.body, 5.5 delivers a signed event and shows the answer', async () => {
    const { url, seen } = await startSink()
    const { code, stdout, stderr } = await runCommand(['send', url], { env })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^submission\.updated, \d+ bytes, signed\n✓ 202 after \d+ ms: accepted\n {2}\{"outcome":"accepted"\}\n$/,
    )
    const [{ method, path, headers, body } = {} as Seen] = seen
    expect([method, path]).toEqual([messages.submissionUpdated.method, '/hook?x=1'])
    expect(headers['content-type']).toBe(messages.submissionUpdated.contentType)
    expect(headers[lower(eventHeader)]).toBe(messages.submissionUpdated.name)
    const signature = headers[lower(signatureHeader)]
    expect(await verifySignature({ body, signature, secrets: [secret] })).toEqual({ ok: true })
    const event = JSON.parse(body.toString())
    expect(isSubmissionUpdatedSent(event)).toBe(true)
    expect(Math.abs(Date.now() - Date.parse(event.timestamp))).toBeLessThan(60_000)
  })

  it('D-008 ends with 1 if the receiver says that it quarantined the event', async () => {
    const { url } = await startListen({ args: ['--count', '2'], secrets: [secret] })
    const args = ['--example', 'without-event', '--force']
    const { code, stdout } = await send(url, ...args)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ 202 after \d+ ms: quarantined$/m)
    const [delivery] = JSON.parse((await send(url, ...args, '--json')).stdout).deliveries
    expect(delivery).toMatchObject({ accepted: true, quarantined: true })
  })

  it('sends as many as --count says, each of a submission of its own', async () => {
    const { url, seen } = await startSink()
    const { code, stdout } = await send(url, '--count', '3', '--status', 'RETURNED', '--json')
    const { ok, deliveries } = JSON.parse(stdout)
    expect([code, ok, deliveries.length]).toEqual([0, true, 3])
    const events = seen.map(({ body }) => JSON.parse(body.toString()))
    expect(new Set(events.map(({ submission }) => submission.uuid)).size).toBe(3)
    expect(events.map(({ submission }) => submission.status)).toEqual(Array(3).fill('RETURNED'))
    expect(deliveries.map(({ body }: { body: string }) => body)).toEqual(
      seen.map(({ body }) => body.toString()),
    )
    expect(stdout).not.toContain(secret)
  })

  it('5.5 leaves the signature out with --unsigned, and needs no secret then', async () => {
    const { url, seen } = await startSink()
    const { code } = await runCommand(['send', url, '--unsigned'])
    expect(code).toBe(0)
    expect(seen[0]?.headers).not.toHaveProperty(lower(signatureHeader))
  })

  it('sets, makes and takes away members, one named __proto__ like any other', async () => {
    const { url, seen } = await startSink()
    const { code } = await send(
      url,
      ...['--set', 'submission.applicant.firstName=Zoë = you'],
      ...['--set', 'submission.applicant.phone:='],
      ...['--set', 'submission.feedbackDocsUrl:=["https://files.example/a.pdf"]'],
      ...['--force', '--set', '__proto__.polluted=yes'],
    )
    expect(code).toBe(0)
    const { submission } = JSON.parse(String(seen[0]?.body))
    expect(submission.applicant.firstName).toBe('Zoë = you')
    expect(submission.applicant).not.toHaveProperty('phone')
    expect(submission.feedbackDocsUrl).toEqual(['https://files.example/a.pdf'])
    expect(seen[0]?.body.toString()).toContain('"__proto__":{"polluted":"yes"}')
    expect({}).not.toHaveProperty('polluted')
  })

  it('6.4, D-023 refuses what the contract forbids, by field, unless forced', async () => {
    const { url, seen } = await startSink()
    const args = ['--example', 'returned-with-remarks']
    const { code, stdout, stderr } = await send(url, ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^Nothing was sent: .*\n {2}\/submission\/remarks {2}is not allowed here/,
    )
    const json = JSON.parse((await send(url, ...args, '--json')).stdout)
    expect(json).toMatchObject({
      ok: false,
      error: { code: 'payload-refused', issues: [{ path: '/submission/remarks' }] },
    })
    expect(seen).toEqual([])
    expect((await send(url, ...args, '--force')).code).toBe(0)
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['--event', 'submission.deleted'],
    ['--set', 'timestamp=yesterday'],
    ['--set', `submission.remarks=${'x'.repeat(70_000)}`],
    ['--example', 'missing-comma'],
  ])('2.3, D-009 refuses %s %s', async (option, value) => {
    const { url, seen } = await startSink()
    const { code } = await send(url, option, value)
    expect([code, seen]).toEqual([1, []])
  })

  it.each([
    ['submission.deleted', 'submission.deleted'],
    ['a\r\nX-Evil: 1', messages.submissionUpdated.name],
  ])('6.1.3 names the event %j in the body, and in a valid header', async (name, header) => {
    const { url, seen } = await startSink()
    expect((await send(url, '--force', '--event', name)).code).toBe(0)
    expect(JSON.parse(String(seen[0]?.body)).event).toBe(name)
    expect(seen[0]?.headers[lower(eventHeader)]).toBe(header)
    expect(seen[0]?.headers).not.toHaveProperty('x-evil')
  })

  it('D-001 sends a file byte for byte', async () => {
    const { url, seen } = await startSink()
    const text = '{ "no": "event",\r\n}\u0000\ufeff'
    const file = temporaryFile(text)
    expect((await send(url, '--file', file)).code).toBe(1)
    expect((await send(url, '--file', file, '--force')).code).toBe(0)
    expect(seen.map(({ body }) => body.toString())).toEqual([text])
    const changed = await send(url, '--file', file, '--force', '--status', 'RETURNED')
    expect(changed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The event cannot be changed: it is not JSON/),
    })
  })

  it('D-006 says that JSON which is nested too deep cannot be changed', async () => {
    const { url, seen } = await startSink()
    const file = temporaryFile('{"a":[]}')
    // So does Node before 26; later ones print any depth.
    const print = vi.spyOn(JSON, 'stringify').mockImplementation(() => {
      throw new RangeError('Maximum call stack size exceeded')
    })
    const { code, stderr } = await send(url, '--file', file, '--force', '--event', 'x').finally(
      () => print.mockRestore(),
    )
    expect([code, seen]).toEqual([2, []])
    expect(stderr).toMatch(/^The event cannot be changed: it is nested too deep to print/)
  })
})

describe('send to a receiver that does not accept', () => {
  const answer = (status: number, headers: Record<string, string> = {}) =>
    startServer((request, response) => {
      request.resume()
      response.writeHead(status, headers).end('no')
    })

  const again = (pause: string) => `deliver it again in ${pause} (D-012)`
  const redirected = 'a redirect, which is never followed'
  it.each<[number, Record<string, string>, string, string?]>([
    [500, {}, again('4 to 6 s')],
    [503, { 'retry-after': '8' }, again('8 s')],
    [410, {}, 'disable the endpoint, and deliver nothing more to it (D-010)'],
    [302, { location: 'http://127.0.0.1:9/' }, 'deliver it again', redirected],
  ])('D-010 %i with %o ends with 1', async (status, headers, next, says = 'refused') => {
    const { code, stdout } = await send(await answer(status, headers))
    expect(code).toBe(1)
    expect(stdout).toContain(`✗ ${status} after `)
    expect(stdout).toContain(`: ${says}\n  no\n  The service would ${next}`)
  })

  it.each([
    ['closes the connection', '', null],
    ['breaks off its answer', 'HTTP/1.1 202 Accepted\r\nContent-Length: 9\r\n\r\nabc', 202],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      null,
    ],
  ])('F11 a receiver that %s has not accepted', async (_, bytes, status) => {
    const url = await startRawServer((socket) => socket.once('data', () => socket.end(bytes)))
    const { code, stdout } = await send(url, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout).deliveries).toMatchObject([
      { accepted: false, outcome: 'broken', status },
    ])
  })

  it('F11 reads no more of an endless answer than the contract says', async () => {
    const url = await startServer((request, response) => {
      request.resume()
      response.writeHead(202)
      const write = () => {
        while (!response.destroyed && response.write('a'.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    })
    const { code, stdout } = await send(url, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).deliveries[0].answer).toHaveLength(constants.answerLimitBytes)
  })

  it('shows a hostile answer as text, and not all of a long one', async () => {
    const url = await startServer((request, response) => {
      request.resume()
      response.writeHead(400).end(`\u001b[2J${'a'.repeat(2_000)}`)
    })
    const { stdout } = await send(url)
    expect(stdout).toContain('\\u001b[2Jaaa')
    expect(stdout).not.toContain('\u001b')
    expect(stdout.length).toBeLessThan(1_000)
  })

  it('plain HTTP behind https ends with 2', async () => {
    const url = (await answer(202)).replace('http:', 'https:')
    await expectRefused(send(url), /is unreachable: \w+\./)
  })
})

describe('the times of an attempt', () => {
  const message = { method: 'POST', headers: [], body: new Uint8Array() }
  const startSilent = () => startRawServer((socket) => socket.resume())
  const startDripping = () =>
    startServer((_request, response) => {
      response.writeHead(202).write('a')
    })
  // A listener that never answers the greeting of TLS.
  const startWithoutTls = async () => (await startSilent()).replace('http:', 'https:')

  it.each([
    ['there is no answer', startSilent, null],
    ['the answer drips', startDripping, 202],
  ])('D-011 end it if %s', async (_, start, status) => {
    const timeouts = { connectTimeoutMs: 2_000, attemptTimeoutMs: 100 }
    const delivered = await deliver(new URL(await start()), message, timeouts)
    expect(delivered).toMatchObject({ outcome: 'timed-out', status })
  })

  it('D-011 end it if no connection is made', async () => {
    const timeouts = { connectTimeoutMs: 50, attemptTimeoutMs: 2_000 }
    const delivery = deliver(new URL(await startWithoutTls()), message, timeouts)
    await expect(delivery).rejects.toMatchObject({ code: 'unreachable' })
  })
})
