import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { launchApp, type Running } from '@partner-platform/settings'
import { bundleMain, temporaryFile } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { receiverApp } from '../../src/start-receiver.ts'
import { mainFile, startPartner } from '../../src/testing/start-partner.ts'
import { returned } from '../deliveries.ts'
import { callbackPath, createSend } from '../use-receiver.ts'
import { copyTemplate } from '../use-store.ts'

type Env = Record<string, string>

/** The app in this process, on free ports and without a log. */
const launch = (env: Env) =>
  launchApp(receiverApp, {
    args: [],
    env: { PORT: '0', INBOX_PORT: '0', RECEIVER_LOG: 'off', ...env },
  })

/** Expects the app to end with 1, nothing on stdout and one line on stderr. Returns the line. */
async function failureOf(env: Env): Promise<string> {
  const launched = await launch(env)
  if ('close' in launched) {
    await launched.close()
    throw new Error('The app started.')
  }
  const { exitCode, stdout, stderr } = launched
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).not.toContain('canary')
  return stderr.trim()
}

describe('the app', () => {
  let folder: string
  beforeAll(async () => {
    folder = await copyTemplate()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('5.5 warns at each start without verification', async () => {
    const running = (await launch({
      RECEIVER_VERIFICATION: 'off',
      RECEIVER_DATA_FOLDER: folder,
    })) as Running
    await running.close()
    expect(running.lines[0]).toMatch(/^WARNING: signatures are not checked\./)
  })

  it('ends with 1 and names INBOX_PORT if it is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const env = { RECEIVER_DATA_FOLDER: folder, RECEIVER_SECRETS: createSecret() }
    expect(await failureOf({ ...env, INBOX_PORT: String(port) })).toBe(
      `Port ${port} is in use. Set INBOX_PORT to another port, or to 0 for any free one.`,
    )
  })

  it.each<[string, Env]>([
    ['Set RECEIVER_SECRETS or RECEIVER_SECRETS_FILE.', {}],
    ['RECEIVER_SECRETS', { RECEIVER_SECRETS: '' }],
    ['RECEIVER_SECRETS: secrets[0]', { RECEIVER_SECRETS: 'whsec_canary' }],
    ['RECEIVER_SECRETS_FILE', { RECEIVER_SECRETS_FILE: '/nowhere/canary' }],
    [
      'Set RECEIVER_SECRETS or RECEIVER_SECRETS_FILE, not both.',
      { RECEIVER_SECRETS: 'canary', RECEIVER_SECRETS_FILE: '/nowhere/canary' },
    ],
    [
      'RECEIVER_VERIFICATION=off needs no secrets.',
      { RECEIVER_SECRETS: 'canary', RECEIVER_VERIFICATION: 'off' },
    ],
    [
      'RECEIVER_PATH: The callback path is invalid.',
      { RECEIVER_VERIFICATION: 'off', RECEIVER_PATH: 'canary' },
    ],
    ['ENVIRONMENT', { ENVIRONMENT: 'canary' }],
    ['DATABASE_URL', { RECEIVER_SECRETS: createSecret(), DATABASE_URL: 'http://canary' }],
    [
      'RECEIVER_DATA_FOLDER',
      { RECEIVER_SECRETS: createSecret(), RECEIVER_DATA_FOLDER: '/dev/null/canary' },
    ],
  ])(
    'F20 refuses settings that cannot work in one line without their values: %s',
    async (name, env) => {
      const line = await failureOf(env)
      // One line of whole sentences.
      expect(line).toMatch(/^\S.+\.$/)
      expect(line).toContain(name)
    },
  )
})

it('F5 F19 F20 I1 keeps, answers and handles deliveries, whether it is killed or stopped', async () => {
  const folder = await copyTemplate()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = await bundleMain(mainFile)
  const [one, other] = [createSecret(), createSecret()]
  const path = temporaryFile(`${one}\n`)
  const env = { RECEIVER_SECRETS: `${one}, ${other}` }
  // An event of now: the app uses the clock of this machine.
  const body = JSON.stringify({ ...returned, timestamp: new Date().toISOString() })
  const start = async (given: Env) => {
    const partner = await startPartner({ location: { kind: 'embedded', folder }, file, env: given })
    onTestFinished(() => partner.process.signal('SIGKILL'))
    const target = { url: new URL(partner.url).origin, path: callbackPath }
    return { ...partner, send: (secret: string) => createSend({ ...target, secret })({ body }) }
  }
  const first = await start({ RECEIVER_SECRETS_FILE: path })
  expect((await first.send(other)).status).toBe(401)
  writeFileSync(path, `${other}\n${one}\n`)
  expect((await first.send(other)).text).toContain('accepted')
  // The old secret stays valid until it leaves the file.
  expect((await first.send(one)).text).toContain('duplicate')
  expect(first.process.output).toContain('"event":"secrets","outcome":"reloaded"')
  await first.process.says(/"event":"handled","outcome":"handled"/)
  // No other process may use its folder.
  expect(await failureOf({ ...env, RECEIVER_DATA_FOLDER: folder })).toMatch(
    /^RECEIVER_DATA_FOLDER: The data folder is in use by another process\. /,
  )
  await first.kill()
  for (const secret of [one, other]) expect(first.process.output).not.toContain(secret)

  const again = await start({ ...env, RECEIVER_LOG: 'off' })
  expect((await again.send(one)).text).toContain('duplicate')
  expect((await again.stop()).code).toBe(0)
  expect(again.process.output).toMatch(
    /^Receiver for development ready: http:\/\/127\.0\.0\.1:\d+\/webhooks\nInbox: http:\/\/127\.0\.0\.1:\d+\/\n$/,
  )

  const production = { ...env, ENVIRONMENT: 'production', RECEIVER_DATA_FOLDER: folder }
  expect(await failureOf(production)).toBe(
    'The store holds webhooks of development, not production. Use one data folder or database for each environment.',
  )
})
