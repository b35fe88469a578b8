import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createOperatorClient } from '../src/index.ts'
import { settings } from '../src/settings.ts'
import { copyTemplate } from './open-test-store.ts'
import { startApp, startWholeApp } from './start-app.ts'
import { countriesPath, operatorToken } from './start-server.ts'

const tokenFile = (folder: string) => join(folder, 'operator-token')

/** How an app that must not start has ended: with 1, nothing on stdout, and one line on stderr. */
async function failureOf(starting: { ended: ReturnType<typeof startApp>['ended'] }) {
  const { code, stdout, stderr } = await starting.ended
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).not.toContain('canary')
  return stderr.trim()
}

/** A port that something else listens on until the test ends. */
async function takenPort(): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  return String((taken.address() as AddressInfo).port)
}

describe('main', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'answers partners and operators until %s, then ends with 0',
    async (signal) => {
      const app = await startWholeApp({ env: { ENVIRONMENT: 'staging' } })
      const [url, baseUrl] = [await app.ready, await app.operatorUrl]
      const token = readFileSync(tokenFile(app.folder), 'utf8').trim()
      const operator = createOperatorClient({ baseUrl, token })
      const partner = await operator.POST('/operator/v1/partners', {
        body: { companyName: 'Canary Travel' },
      })
      const made = await operator.POST('/operator/v1/keys', {
        body: { partner: partner.data?.id ?? '', environment: 'staging', label: 'canary' },
      })
      const key = made.data?.key ?? ''
      const response = await fetch(url + countriesPath, { headers: { 'x-api-key': key } })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
      app.child.kill(signal)
      const { code, stdout, stderr } = await app.ended
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /^Server of staging ready: http:\/\/127\.0\.0\.1:\d+\nOperator surface ready: http:\/\/127\.0\.0\.1:\d+, token in \/.+\/operator-token\n$/,
      )
      expect(stderr).toContain('"status":200')
      // I10
      for (const secret of [key, token, 'Canary']) expect(stdout + stderr).not.toContain(secret)
    },
  )

  it('shows every setting with its unit and default on --help, and ends with 0', async () => {
    const { code, stdout, stderr } = await startApp({ args: ['--help'] }).ended
    expect([code, stderr]).toEqual([0, ''])
    for (const [name, { says, unit, shownDefault }] of Object.entries(settings)) {
      expect(stdout).toContain(
        `  ${name}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`,
      )
    }
  })

  it.each([['--canary'], ['canary']])(
    'ends with 2 and one line for the flag %s',
    async (...args) => {
      const { code, stdout, stderr } = await startApp({ args }).ended
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toBe('A flag of server is unknown: expected --help or none. Try --help.\n')
    },
  )

  it.each(['PORT', 'OPERATOR_PORT'])(
    'ends with 1 where %s is in use, and leaves nothing behind that listens',
    async (name) => {
      const port = await takenPort()
      expect(await failureOf(await startWholeApp({ env: { [name]: port } }))).toBe(
        `Port ${port} is in use: expected a free one. Set ${name} to another, or to 0 for any.`,
      )
    },
  )

  it('F20 ends with 1 for an address of another machine', async () => {
    const line = await failureOf(await startWholeApp({ env: { HOST: '192.0.2.1' } }))
    expect(line).toContain('Address 192.0.2.1 is not of this machine')
  })
})

describe('the data folder', () => {
  it('F20 that another process has open is refused', async () => {
    const first = await startWholeApp()
    await first.ready
    const env = { PORT: '0', OPERATOR_PORT: '0', SERVER_DATA_FOLDER: first.folder }
    const line = await failureOf(startApp({ env }))
    expect(line).toMatch(/^SERVER_DATA_FOLDER: The data folder is in use: expected /)
    expect(line).not.toContain(first.folder)
    expect(first.child.exitCode).toBeNull()
  })

  it('F20 that cannot be one is refused', async () => {
    const env = { PORT: '0', OPERATOR_PORT: '0', SERVER_DATA_FOLDER: '/dev/null/canary' }
    const line = await failureOf(startApp({ env }))
    expect(line).toMatch(/^SERVER_DATA_FOLDER cannot be opened: expected .+, received ENOTDIR\./)
  })

  it('keeps the operator token for the next start, for its owner alone', async () => {
    const first = await startWholeApp()
    await first.ready
    const file = tokenFile(first.folder)
    const token = readFileSync(file, 'utf8')
    expect(token).toMatch(/^[\w-]{43}\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    first.child.kill('SIGTERM')
    await first.ended
    const env = { PORT: '0', OPERATOR_PORT: '0', SERVER_DATA_FOLDER: first.folder }
    const second = await startWholeApp({ env })
    const baseUrl = await second.operatorUrl
    expect(readFileSync(file, 'utf8')).toBe(token)
    const operator = createOperatorClient({ baseUrl, token: token.trim() })
    expect((await operator.GET('/operator/v1/partners')).response.status).toBe(200)
  })

  it('is not looked into for a token that a setting gives', async () => {
    const folder = await copyTemplate()
    writeFileSync(tokenFile(folder), '')
    const given = { SERVER_DATA_FOLDER: folder, SERVER_OPERATOR_TOKEN: operatorToken }
    const app = await startWholeApp({ env: given })
    const operator = createOperatorClient({ baseUrl: await app.operatorUrl, token: operatorToken })
    expect((await operator.GET('/operator/v1/partners')).response.status).toBe(200)
  })
})
