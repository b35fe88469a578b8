import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readSettings } from '@partner-platform/settings'
import { expect, it, onTestFinished } from 'vitest'
import { createOperatorClient } from '../../src/index.ts'
import { settings } from '../../src/settings.ts'
import { startServer } from '../../src/start-server.ts'
import { mainFile, startApp, startWholeApp } from '../start-app.ts'
import { countriesPath } from '../start-server.ts'

const tokenFile = (folder: string) => join(folder, 'operator-token')

/** How an app that must not start has ended: with 1, nothing on stdout, and one line on stderr. */
async function failureOf(starting: Pick<Awaited<ReturnType<typeof startApp>>, 'ended'>) {
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

it('answers until SIGINT, keeps its token for the next start, and answers until SIGTERM', async () => {
  const first = await startWholeApp({ env: { ENVIRONMENT: 'staging' }, file: mainFile })
  const [url, baseUrl] = [await first.ready, await first.operatorUrl]
  const file = tokenFile(first.folder)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^[\w-]{43}\n$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const token = text.trim()
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

  // F20: only this process may use the folder.
  const env = { PORT: '0', OPERATOR_PORT: '0', SERVER_DATA_FOLDER: first.folder }
  const refused = startServer(readSettings(settings, env))
  await expect(refused).rejects.toThrow(
    /^SERVER_DATA_FOLDER: The data folder is in use by another process\. (?!.*partner-platform-server)/,
  )

  first.child.kill('SIGINT')
  const { code, stdout, stderr } = await first.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Server of staging ready: http:\/\/127\.0\.0\.1:\d+\nOperator surface ready: http:\/\/127\.0\.0\.1:\d+, token in \/.+\/operator-token\n$/,
  )
  expect(stderr).toContain('"status":200')
  // I10
  for (const secret of [key, token, 'Canary']) expect(stdout + stderr).not.toContain(secret)

  const second = await startWholeApp({ env })
  const again = createOperatorClient({ baseUrl: await second.operatorUrl, token })
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect((await again.GET('/operator/v1/partners')).data?.items).toHaveLength(1)
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
})

it('shows every setting with its unit and default on --help, and ends with 0', async () => {
  const { code, stdout, stderr } = await (await startApp({ args: ['--help'] })).ended
  expect([code, stderr]).toEqual([0, ''])
  for (const [name, { says, unit, shownDefault }] of Object.entries(settings)) {
    expect(stdout).toContain(`  ${name}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`)
  }
})

it('ends with 2 and one line for an unknown flag', async () => {
  const { code, stdout, stderr } = await (await startApp({ args: ['--canary'] })).ended
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toBe('A flag of server is unknown: expected --help or none. Try --help.\n')
})

it.each(['PORT', 'OPERATOR_PORT'])(
  'ends with 1 and names %s if it is in use, and leaves nothing listening',
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
