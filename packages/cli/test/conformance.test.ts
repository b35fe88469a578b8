import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import {
  conformanceReceiverCommand,
  conformanceServerCommand,
} from '../src/conformance-commands.ts'
import { expectRefused, runCommand, startListen } from './run.ts'
import { startServer } from './start-server.ts'

const secret = createSecret()
const nobody = 'http://127.0.0.1:9/'
const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: secret, PARTNER_PLATFORM_API_KEY: 'ppk_dev_canary' }
/** Without the checks that wait: a slow body, and a body that must not be answered early. */
const quickChecks = [
  ...['granted', 'returned', 'older-secret', 'duplicate', 'no-signature', 'foreign-signature'],
  ...['missing-comma', 'replayed-recording', 'oversized-body', 'other-method', 'still-there'],
].flatMap((id) => ['--only', id])
const receiver = (url: string, ...args: string[]) =>
  runCommand(['conformance', 'receiver', url, ...args], { env })

/** A server with one answer for everything. */
const startEcho = (status: number, body = '', type = 'text/plain') =>
  startServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': type }).end(body)
  })

describe('conformance receiver', () => {
  // test/check/readme.test.ts also runs the checks that wait on purpose.
  it('5, 6 finds nothing wrong with listen', async () => {
    const secrets = [createSecret(), createSecret()]
    const { kill, url, ended, env: own } = await startListen({ secrets })
    const args = ['conformance', 'receiver', url, '--environment', 'staging', '--json']
    const { code, stdout, stderr } = await runCommand([...args, ...quickChecks], { env: own })
    const report = JSON.parse(stdout)
    expect([code, stderr, report.ok, report.summary.failed]).toEqual([0, '', true, 0])
    expect(report).toMatchObject({ target: 'receiver', environment: 'staging', url })
    for (const one of secrets) expect(stdout).not.toContain(one)
    kill('SIGINT')
    expect((await ended).code).toBe(0)
  })

  it('5.6 ends with 1 against a receiver that takes everything, and says so on standard output', async () => {
    const url = await startEcho(500)
    const { code, stdout, stderr } = await receiver(url, ...quickChecks)
    expect([code, stderr]).toEqual([1, ''])
    expect(stdout).not.toContain(secret)
    const named = ['--json', '--only', 'returned', '--only', 'no-signature']
    const json = JSON.parse((await receiver(url, ...named)).stdout)
    expect([json.ok, json.summary.failed > 0]).toEqual([false, true])
    expect(json.results.map(({ id }: { id: string }) => id)).toEqual(['returned', 'no-signature'])
  })

  it.each([
    [0, []],
    [1, ['--fail-on', 'slow-answer']],
    [0, ['--fail-on', 'acted-twice', '--fail-on', 'advice']],
  ])('6.5.1 ends with %i for a slow answer and %j', async (wanted, args) => {
    const slow = ['--only', 'returned', '--only', 'quick-answer', '--quick-answer-ms', '1']
    const url = await startServer((request, response) => {
      request.resume()
      setTimeout(() => response.writeHead(202).end(), 5)
    })
    expect((await receiver(url, ...slow, ...args)).code).toBe(wanted)
  })

  it.each([
    ['terminal', /failed/],
    ['junit', /^<\?xml .*<testsuite/s],
  ])('writes its report as %s into a file', async (format, says) => {
    const url = await startEcho(500)
    const file = join(temporaryFolder(), 'report')
    const args = ['--only', 'granted', '--format', format, '--out', file]
    const { code, stdout } = await receiver(url, ...args)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^\d+ passed, \d+ failed, \d+ warnings?, \d+ not judged\.\n$/)
    expect(readFileSync(file, 'utf8')).toMatch(says)
  })

  it('sees what the receiver acted on at --effects-url', async () => {
    const acted: object[] = []
    const target = await startServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString()
      const { uuid, status } = JSON.parse(text).submission
      acted.push({ uuid, status })
      response.writeHead(202).end()
    })
    const effects = await startServer((_, response) => response.end(JSON.stringify(acted)))
    const args = ['--json', '--only', 'no-signature']
    const blind = JSON.parse((await receiver(target, ...args)).stdout)
    // Every effect is there at the first look, so the time limit is never reached.
    args.push('--effects-url', effects, '--effects-timeout-ms', '60000')
    const seeing = JSON.parse((await receiver(target, ...args)).stdout)
    expect([blind.summary.failed, seeing.summary.failed]).toEqual([0, 1])
  })

  it.each([
    ['nobody', nobody, [], /is unreachable: /],
    [
      'an unknown check',
      undefined,
      ['--only', 'nonsense'],
      /^Option only \(--only\) names unknown checks: nonsense/,
    ],
    ['effects that cannot be fetched', undefined, ['--effects-url', nobody], /effects/],
  ])('%s ends with 2', async (_, url, args, says) => {
    await expectRefused(receiver(url ?? (await startEcho(500)), ...args), says)
  })
})

it.each([conformanceReceiverCommand, conformanceServerCommand])(
  '$name says what to do with options that it has',
  async ({ name, options }) => {
    const url = await startEcho(401)
    const { stdout } = await runCommand([...name.split(' '), url, '--json'], { env })
    const nexts = JSON.parse(stdout).results.map(({ next }: { next: string }) => next)
    const named = new Set(nexts.flatMap((next: string) => next.match(/(?<=--)[a-z-]+/g) ?? []))
    expect(named.size).toBeGreaterThan(0)
    expect(Object.keys(options)).toEqual(expect.arrayContaining([...named]))
  },
)

describe('conformance server', () => {
  it('4.1 ends with 1 against a server that answers anything, and shows no key', async () => {
    const url = await startEcho(200, '{}', 'application/json')
    const args = ['conformance', 'server', url, '--json']
    const { code, stdout, stderr } = await runCommand(args, { env })
    expect([code, stderr]).toEqual([1, ''])
    expect(JSON.parse(stdout)).toMatchObject({ target: 'server', ok: false })
    expect(stdout).not.toContain('ppk_dev_canary')
    await expectRefused(runCommand(['conformance', 'server', nobody], { env }), /is unreachable: /)
  })

  it.each([
    ['a folder', () => temporaryFolder(), /cannot be written: EISDIR/],
    ['in a folder that is not there', () => '/nowhere/report.xml', /cannot be written: ENOENT/],
  ])('says before it sends anything that --out is %s', async (_, make, says) => {
    const url = await startServer(() => expect.unreachable())
    const args = ['conformance', 'receiver', url, '--unsigned', '--out', make()]
    await expectRefused(runCommand(args), says)
  })
})
