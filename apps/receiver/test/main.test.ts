import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { readSettings } from '@partner-platform/settings'
import { temporaryFile } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settings, start } from '../src/settings.ts'
import { startApp } from './start-app.ts'

describe('main', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'shows its inbox until %s, then ends with 0',
    async (signal) => {
      const [one, other] = [createSecret(), createSecret()]
      const env = { PORT: '0', RECEIVER_SECRETS: `${one}, ${other}` }
      const { child, ready, ended } = startApp({ env })
      const response = await fetch(`${await ready}/inbox`)
      expect(await response.json()).toEqual({ events: [], quarantine: [] })
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /^Receiver of development ready: http:\/\/127\.0\.0\.1:\d+\/webhooks\nInbox: http:\/\/127\.0\.0\.1:\d+\/inbox\n$/,
      )
      for (const secret of [one, other]) expect(stdout + stderr).not.toContain(secret)
    },
  )

  it('D-003 reads its secrets from a file', async () => {
    const env = { PORT: '0', RECEIVER_SECRETS_FILE: temporaryFile(`# newest\n${createSecret()}\n`) }
    const { child, ready, ended } = startApp({ env })
    expect((await fetch(`${await ready}/webhooks`, { method: 'POST' })).status).toBe(415)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  it('5.5 warns at each start without verification', async () => {
    const { child, ready, ended } = startApp({ env: { PORT: '0', RECEIVER_VERIFICATION: 'off' } })
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

  it('ends with 1 and names port and variable when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const env = { PORT: String(port), RECEIVER_SECRETS: createSecret() }
    const { code, stderr } = await startApp({ env }).ended
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Port ${port} is in use: expected a free one. Set PORT to another, or to 0 for any.\n`,
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
  ])(
    'F20 refuses to start where %s cannot work, and names it without its value',
    async (name, env) => {
      const starting = Promise.resolve().then(() =>
        start(readSettings(settings, { PORT: '0', ...env })),
      )
      await expect(starting).rejects.toThrow(/expected .+, received .+\. ./)
      await expect(starting).rejects.toThrow(name)
      await expect(starting).rejects.not.toThrow('canary')
    },
  )

  it('F20 ends with 1 and one line that names the variable, not its value', async () => {
    const env = { PORT: '0', RECEIVER_SECRETS: 'whsec_canary' }
    const { code, stdout, stderr } = await startApp({ env }).ended
    expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2])
    expect(stderr).toContain('secrets[0]')
    expect(stderr).not.toContain('canary')
  })
})
