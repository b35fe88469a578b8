import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@partner-platform/database/testing'
import { launchApp } from '@partner-platform/settings'
import { bundleMain, startApp } from '@partner-platform/settings/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createOperatorClient } from '../../src/index.ts'
import { settings } from '../../src/settings.ts'
import { serverApp } from '../../src/start-server.ts'
import { mainFile, operatorToken, secretsKeys } from '../../src/testing/start-sender.ts'
import { copyTemplate, createTestDatabase } from '../open-test-store.ts'
import { refusalOf, startHere } from '../refusal-of.ts'
import { countriesPath } from '../start-server.ts'

let database: Promise<string> | undefined

async function onPostgres(env: Record<string, string>) {
  database ??= createTestDatabase()
  const keys = { SERVER_SECRETS_KEY: secretsKeys.join(), SERVER_OPERATOR_TOKEN: operatorToken }
  return { DATABASE_URL: await database, ...keys, ...env }
}

/** The error line of a start on a test database that fails. */
const failureOf = async (env: Record<string, string>) => refusalOf(await onPostgres(env))

/** Starts the app as a process on free ports, and waits for the URL of each surface. */
async function startOn(folder: string, env: Record<string, string> = {}) {
  const file = await bundleMain(mainFile)
  const ports = { PORT: '0', OPERATOR_PORT: '0' }
  const app = startApp({ file, env: { ...ports, SERVER_DATA_FOLDER: folder, ...env } })
  const [, operatorUrl = ''] = await app.says(/Operator surface ready: (http:\/\/[^\s,]+)/)
  return { ...app, url: await app.ready, operatorUrl }
}

async function listenOn(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it('answers until SIGINT, keeps its token for the next start, and answers until SIGTERM', async () => {
  const folder = await copyTemplate()
  const first = await startOn(folder, { ENVIRONMENT: 'staging' })
  const { url, operatorUrl: baseUrl } = first
  const file = join(folder, 'operator-token')
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
  expect(await refusalOf({ SERVER_DATA_FOLDER: folder })).toMatch(
    /^SERVER_DATA_FOLDER: The data folder is in use by another process\. (?!.*partner-platform-server)/,
  )

  first.child.kill('SIGINT')
  const { code, stdout, stderr } = await first.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^Server for staging ready: http:\/\/127\.0\.0\.1:\d+\nOperator surface ready: http:\/\/127\.0\.0\.1:\d+, token in \/.+\/operator-token\n$/,
  )
  expect(stderr).toContain('"status":200')
  // I10
  for (const secret of [key, token, 'Canary']) expect(stdout + stderr).not.toContain(secret)

  const second = await startOn(folder)
  const again = createOperatorClient({ baseUrl: second.operatorUrl, token })
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect((await again.GET('/operator/v1/partners')).data?.items).toHaveLength(1)
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
})

it('shows every setting with its unit and default on --help, and ends with 0', async () => {
  const ended = await launchApp(serverApp, { args: ['--help'], env: {} })
  expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
  for (const [name, { says, unit, shownDefault }] of Object.entries(settings)) {
    const shown = `  ${name}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`
    expect(ended).toMatchObject({ stdout: expect.stringContaining(shown) })
  }
})

it.each(['PORT', 'OPERATOR_PORT'])(
  'ends with 1 and names %s if it is in use, and leaves nothing listening',
  async (name) => {
    const free = await freePort()
    const taken = await listenOn(0)
    const ports = { PORT: String(free), OPERATOR_PORT: String(free), [name]: String(taken) }
    expect(await failureOf(ports)).toBe(
      `Port ${taken} is in use. Set ${name} to another port, or to 0 for any free one.`,
    )
    expect(await listenOn(free)).toBe(free)
  },
)

it.each([
  ['api', [/^Server for development ready: /, /^Operator surface ready: /]],
  ['worker', [/^Operator surface ready: /]],
])('the role %s opens only its surfaces', async (SERVER_ROLE, surfaces) => {
  const { lines, close } = await startHere(await onPostgres({ SERVER_ROLE }))
  await close()
  expect(lines).toEqual(surfaces.map((surface) => expect.stringMatching(surface)))
})

it('F20 ends with 1 for an address of another machine', async () => {
  const line = await failureOf({ HOST: '192.0.2.1' })
  expect(line).toContain('Cannot listen on 192.0.2.1: it is not a local address.')
})

it.each([
  ['with a wrong password', { password: 'canary' }, '28P01'],
  ['without that user', { username: 'canary' }, '28P01'],
  ['without that database', { pathname: '/canary' }, '3D000'],
])('F20 ends with 1 for a store %s', async (_says, parts, code) => {
  database ??= createTestDatabase()
  const { href } = Object.assign(new URL(await database), parts)
  expect(await failureOf({ DATABASE_URL: href })).toContain(
    `DATABASE_URL cannot be opened: ${code}.`,
  )
})
