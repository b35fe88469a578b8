import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { launchApp, type Running } from '@partner-platform/settings'
import { bundleMain, temporaryFile } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { settings } from '../../src/settings.ts'
import { receiverApp } from '../../src/start-receiver.ts'
import { mainFile, startPartner } from '../../src/testing/start-partner.ts'
import { returned } from '../deliveries.ts'
import { callbackPath, createSend } from '../use-receiver.ts'
import { copyTemplate } from '../use-store.ts'

const { accepted, unverified } = constants.receiverAnswers
/** An event of now: the app uses the clock of this machine. */
const recent = () => JSON.stringify({ ...returned, timestamp: new Date().toISOString() })

async function copyFolder(): Promise<string> {
  const folder = await copyTemplate()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

type Env = Record<string, string>

/** The app in this process, on free ports and without a log. */
const launch = (env: Env, args: string[] = []) =>
  launchApp(receiverApp, { args, env: { PORT: '0', INBOX_PORT: '0', RECEIVER_LOG: 'off', ...env } })

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

  it('shows every setting with its unit and default on --help, and ends with 0', async () => {
    const ended = await launch({}, ['--help'])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    for (const [name, { says, unit, shownDefault }] of Object.entries(settings)) {
      expect('stdout' in ended && ended.stdout).toContain(
        `  ${name}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`,
      )
    }
  })

  it('ends with 2 and one line for a wrong flag', async () => {
    const stderr = 'receiver takes no argument except --help. Settings are environment variables.\n'
    expect(await launch({}, ['--canary'])).toEqual({ exitCode: 2, stdout: '', stderr })
  })

  it.each(['PORT', 'INBOX_PORT'])('ends with 1 and names %s where it is in use', async (name) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const env = { RECEIVER_DATA_FOLDER: folder, RECEIVER_SECRETS: createSecret() }
    expect(await failureOf({ ...env, [name]: String(port) })).toBe(
      `Port ${port} is in use. Set ${name} to another port, or to 0 for any free one.`,
    )
  })

  it.each<[string, Env]>([
    ['Set RECEIVER_SECRETS or RECEIVER_SECRETS_FILE.', {}],
    ['RECEIVER_SECRETS', { RECEIVER_SECRETS: '' }],
    ['RECEIVER_SECRETS: secrets[0]', { RECEIVER_SECRETS: 'whsec_!canary' }],
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
    ['RECEIVER_VERIFICATION', { RECEIVER_VERIFICATION: 'canary' }],
    ['RECEIVER_POLICY', { RECEIVER_POLICY: 'canary' }],
    [
      'RECEIVER_PATH: The callback path is invalid.',
      { RECEIVER_VERIFICATION: 'off', RECEIVER_PATH: 'canary' },
    ],
    ['ENVIRONMENT', { ENVIRONMENT: 'canary' }],
    ['PORT', { PORT: '-1' }],
    ['INBOX_PORT', { INBOX_PORT: 'canary' }],
    ['DATABASE_URL', { RECEIVER_SECRETS: createSecret(), DATABASE_URL: 'http://canary' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '1' }],
    ['DATABASE_BACKEND', { DATABASE_BACKEND: 'canary' }],
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

describe('the process', () => {
  let file: string
  beforeAll(async () => {
    file = await bundleMain(mainFile)
  })
  const start = async (folder: string, env: Env) => {
    const partner = await startPartner({ location: { kind: 'embedded', folder }, file, env })
    onTestFinished(() => partner.process.signal('SIGKILL'))
    return partner
  }
  const senderOf = ({ url }: { url: string }) => {
    const target = { url: new URL(url).origin, path: callbackPath }
    return async (secret: string, body = recent()) => createSend({ ...target, secret })({ body })
  }

  it('D-004 uses a changed file of secrets, unless it is unusable', async () => {
    const [old, next] = [createSecret(), createSecret()]
    const path = temporaryFile(`# newest\n${old}\n`)
    const partner = await start(await copyFolder(), { RECEIVER_SECRETS_FILE: path })
    const send = senderOf(partner)
    const expectAnswers = async (toOld: number, toNext: number) =>
      expect([(await send(old)).status, (await send(next)).status]).toEqual([toOld, toNext])
    await expectAnswers(accepted, unverified)
    writeFileSync(`${path}.next`, `${next}\n${old}\n`)
    renameSync(`${path}.next`, path)
    await expectAnswers(accepted, accepted)
    writeFileSync(path, 'whsec_canary!\n')
    await expectAnswers(accepted, accepted)
    await partner.process.says(/"event":"secrets","outcome":"unusable"/)
    expect(partner.process.output).not.toContain('canary')
    writeFileSync(path, `${next}\n`)
    await expectAnswers(unverified, accepted)
  })

  it('F5 F20 I1 keeps, answers and handles deliveries, whether it is killed or stopped', async () => {
    const folder = await copyFolder()
    const [one, other] = [createSecret(), createSecret()]
    const env = { RECEIVER_SECRETS: `${one}, ${other}` }
    const first = await start(folder, env)
    const body = recent()
    expect((await senderOf(first)(other, body)).text).toContain('accepted')
    await first.process.says(/"event":"handled","outcome":"handled"/)
    // No other process may use its folder.
    expect(await failureOf({ ...env, RECEIVER_DATA_FOLDER: folder })).toMatch(
      /^RECEIVER_DATA_FOLDER: The data folder is in use by another process\. /,
    )
    await first.kill()
    for (const secret of [one, other]) expect(first.process.output).not.toContain(secret)

    const again = await start(folder, { ...env, RECEIVER_LOG: 'off' })
    expect((await senderOf(again)(one, body)).text).toContain('duplicate')
    expect((await again.stop()).code).toBe(0)
    expect(again.process.output).toMatch(
      /^Receiver for development ready: http:\/\/127\.0\.0\.1:\d+\/webhooks\nInbox: http:\/\/127\.0\.0\.1:\d+\/\n$/,
    )

    const production = { ...env, ENVIRONMENT: 'production', RECEIVER_DATA_FOLDER: folder }
    expect(await failureOf(production)).toBe(
      'The store holds webhooks of development, not production. Use one data folder or database for each environment.',
    )
  })
})
