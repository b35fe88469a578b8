import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { readSettings } from '@partner-platform/settings'
import { temporaryFile } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settings } from '../src/settings.ts'
import { startReceiver } from '../src/start-receiver.ts'
import { eventWith } from './deliveries.ts'
import { startApp, startWholeApp } from './start-app.ts'
import { callbackPath, createSend } from './use-receiver.ts'

const { receiverAnswers } = constants
/** An event of just now, as the app has the clock of this machine. */
const recent = () =>
  JSON.stringify({ ...eventWith({}), timestamp: new Date(Date.now()).toISOString() })

/** How an app that must not start has ended: with 1, nothing on stdout, and one line on stderr. */
async function failureOf({ ended }: Pick<ReturnType<typeof startApp>, 'ended'>) {
  const { code, stdout, stderr } = await ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).not.toContain('canary')
  return stderr.trim()
}

describe('main', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'keeps, answers and handles until %s, then ends with 0',
    async (signal) => {
      const [one, other] = [createSecret(), createSecret()]
      const env = { RECEIVER_SECRETS: `${one}, ${other}` }
      const { child, ready, ended, logged } = await startWholeApp({ env })
      const send = createSend({ url: await ready, secret: other, path: callbackPath })
      expect((await send({ body: recent() })).status).toBe(receiverAnswers.accepted)
      await expect.poll(logged).toContain('"event":"handled","outcome":"handled"')
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /^Receiver of development ready: http:\/\/127\.0\.0\.1:\d+\/webhooks\nInbox: http:\/\/127\.0\.0\.1:\d+\/\n$/,
      )
      for (const secret of [one, other]) expect(stdout + stderr).not.toContain(secret)
    },
  )

  it('keeps what it acknowledged for the next start', async () => {
    const env = { RECEIVER_SECRETS: createSecret() }
    const first = await startWholeApp({ env })
    const body = recent()
    const sendTo = async ({ ready }: { ready: Promise<string> }) =>
      createSend({ url: await ready, secret: env.RECEIVER_SECRETS, path: callbackPath })({ body })
    expect((await sendTo(first)).text).toContain('accepted')
    first.child.kill('SIGKILL')
    await first.ended
    const again = await startWholeApp({ env: { ...env, RECEIVER_DATA_FOLDER: first.folder } })
    expect((await sendTo(again)).text).toContain('duplicate')
  })

  it('D-004 takes up a file of secrets that changes, and no bad one', async () => {
    const [old, next] = [createSecret(), createSecret()]
    const file = temporaryFile(`# newest\n${old}\n`)
    const { ready, logged } = await startWholeApp({ env: { RECEIVER_SECRETS_FILE: file } })
    const url = await ready
    const statusOf = async (secret: string) =>
      (await createSend({ url, secret, path: callbackPath })({ body: recent() })).status
    expect([await statusOf(old), await statusOf(next)]).toEqual([202, 401])
    writeFileSync(`${file}.next`, `${next}\n${old}\n`)
    renameSync(`${file}.next`, file)
    expect([await statusOf(next), await statusOf(old)]).toEqual([202, 202])
    writeFileSync(file, 'canary\n')
    expect([await statusOf(next), await statusOf(old)]).toEqual([202, 202])
    await expect.poll(logged).toContain('"event":"secrets","outcome":"unusable"')
    expect(logged()).not.toContain('canary')
    writeFileSync(file, `${next}\n`)
    expect([await statusOf(next), await statusOf(old)]).toEqual([202, 401])
  })

  it('5.5 warns at each start without verification', async () => {
    const { child, ready, ended } = await startWholeApp({ env: { RECEIVER_VERIFICATION: 'off' } })
    await ready
    child.kill('SIGTERM')
    expect((await ended).stdout).toMatch(/^WARNING: signatures are not checked\./)
  })

  it('shows every setting with its unit and default on --help, and ends with 0', async () => {
    const { code, stdout, stderr } = await startApp({ args: ['--help'] }).ended
    expect([code, stderr]).toEqual([0, ''])
    for (const [name, { says, unit, shownDefault }] of Object.entries(settings)) {
      expect(stdout).toContain(
        `  ${name}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`,
      )
    }
  })

  it('ends with 2 and one line for a wrong flag', async () => {
    const { code, stdout, stderr } = await startApp({ args: ['--canary'] }).ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe('A flag of receiver is unknown: expected --help or none. Try --help.\n')
  })

  it.each(['PORT', 'INBOX_PORT'])('ends with 1 and names %s where it is in use', async (name) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const env = { [name]: String(port), RECEIVER_SECRETS: createSecret() }
    expect(await failureOf(await startWholeApp({ env }))).toBe(
      `Port ${port} is in use: expected a free one. Set ${name} to another, or to 0 for any.`,
    )
  })

  it.each<[string, Record<string, string>]>([
    ['RECEIVER_SECRETS', {}],
    ['RECEIVER_SECRETS', { RECEIVER_SECRETS: '' }],
    ['RECEIVER_SECRETS: secrets[0]', { RECEIVER_SECRETS: 'canary' }],
    ['RECEIVER_SECRETS: secrets[0]', { RECEIVER_SECRETS: 'whsec_canary' }],
    ['RECEIVER_SECRETS_FILE', { RECEIVER_SECRETS_FILE: '/nowhere/canary' }],
    ['RECEIVER_SECRETS', { RECEIVER_SECRETS: 'canary', RECEIVER_SECRETS_FILE: '/nowhere/canary' }],
    ['RECEIVER_VERIFICATION', { RECEIVER_SECRETS: 'canary', RECEIVER_VERIFICATION: 'off' }],
    ['RECEIVER_VERIFICATION', { RECEIVER_VERIFICATION: 'canary' }],
    ['RECEIVER_POLICY', { RECEIVER_POLICY: 'canary' }],
    ['RECEIVER_PATH', { RECEIVER_VERIFICATION: 'off', RECEIVER_PATH: 'canary' }],
    ['ENVIRONMENT', { ENVIRONMENT: 'canary' }],
    ['PORT', { PORT: '-1' }],
    ['INBOX_PORT', { INBOX_PORT: 'canary' }],
    ['DATABASE_URL', { RECEIVER_SECRETS: createSecret(), DATABASE_URL: 'http://canary' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '1' }],
    ['DATABASE_BACKEND', { DATABASE_BACKEND: 'canary' }],
  ])(
    'F20 refuses to start where %s cannot work, and names it without its value',
    async (name, env) => {
      const starting = Promise.resolve().then(() =>
        startReceiver(readSettings(settings, { PORT: '0', ...env })),
      )
      await expect(starting).rejects.toThrow(/expected .+, received .+\. ./)
      await expect(starting).rejects.toThrow(name)
      await expect(starting).rejects.not.toThrow('canary')
    },
  )

  it('F20 ends with 1 and one line that names the variable, not its value', async () => {
    const line = await failureOf(startApp({ env: { RECEIVER_SECRETS: 'whsec_canary' } }))
    expect(line).toContain('secrets[0]')
  })
})

describe('the data folder', () => {
  const env = { PORT: '0', INBOX_PORT: '0', RECEIVER_SECRETS: createSecret() }

  it('F20 that another process has open is refused', async () => {
    const first = await startWholeApp({ env })
    await first.ready
    const line = await failureOf(startApp({ env: { ...env, RECEIVER_DATA_FOLDER: first.folder } }))
    expect(line).toMatch(/^RECEIVER_DATA_FOLDER: The data folder is in use: expected /)
    expect(first.child.exitCode).toBeNull()
  })

  it('F20 that cannot be one is refused', async () => {
    const given = { ...env, RECEIVER_DATA_FOLDER: '/dev/null/canary' }
    expect(await failureOf(startApp({ env: given }))).toMatch(
      /^RECEIVER_DATA_FOLDER cannot be opened: expected .+, received ENOTDIR\./,
    )
  })

  it('F20 that holds another environment is refused', async () => {
    const first = await startWholeApp({ env })
    await first.ready
    first.child.kill('SIGTERM')
    await first.ended
    const given = { ...env, ENVIRONMENT: 'production', RECEIVER_DATA_FOLDER: first.folder }
    expect(await failureOf(startApp({ env: given }))).toBe(
      'The store holds webhooks of another environment: expected production, received development. Use another data folder or database for each environment.',
    )
  })
})
