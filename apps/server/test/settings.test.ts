import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { settings } from '../src/settings.ts'
import { readToken } from '../src/start-server.ts'
import { secretsKeys } from '../src/testing/start-sender.ts'
import { refusalOf } from './refusal-of.ts'
import { operatorToken } from './start-server.ts'

const keySettings = { SERVER_SECRETS_KEY: secretsKeys.join() }
const url = 'postgres://canary:canary@127.0.0.1:1/canary'
/** One text or two of each setting; the tests of its kind have the others. */
const wrongTexts: Record<keyof typeof settings, readonly string[]> = {
  PORT: ['', '65536'],
  HOST: ['', 'http://canary'],
  PROXIES: ['10.0.0.0/33', '10.0.0.1 10.0.0.2'],
  OPERATOR_PORT: ['', '65536'],
  SERVER_OPERATOR_TOKEN: ['', 'canary-of-31-characters-0123456', `${operatorToken} canary`],
  ENVIRONMENT: ['', 'Production'],
  SERVER_ROLE: ['', 'API'],
  SERVER_DATA_FOLDER: ['', '\t'],
  DATABASE_URL: ['', 'canary:5432/db', 'mysql://canary:canary@a'],
  DATABASE_POOL_SIZE: ['1', '201'],
  DATABASE_BACKEND: ['', 'pglite'],
  SERVER_SECRETS_KEY: ['', 'canary', `${secretsKeys},canary`, `${secretsKeys},`, 'c'.repeat(64)],
  SERVER_SECRETS_KEY_FILE: ['', '\t'],
  SERVER_SECRETS_LOST: ['', 'ON'],
  SERVER_RATE_LIMIT_QUOTA: ['0', '1000001'],
  SERVER_RATE_LIMIT_WINDOW_SECONDS: ['0', '86401'],
  SERVER_WORKER_SLOTS: ['0', '1001'],
  SERVER_WORKER_SLOTS_PER_ENDPOINT: ['0', '1001'],
  SERVER_CHECK_RESPONSES: ['', 'true'],
  SERVER_LOG: ['', 'canary'],
}

const rows = Object.entries(wrongTexts).flatMap(([name, texts]) =>
  texts.map((text) => [name, text] as const),
)

describe('F20', () => {
  it.each(rows)(
    'refuses to start where %s is %j, and names it without its value',
    async (name, text) => {
      const message = await refusalOf({ [name]: text })
      expect(message.startsWith(`${name} is wrong: expected `)).toBe(true)
      expect(message).toContain(text === '' ? 'empty text' : `text of ${text.length} characters`)
    },
  )

  it.each(['api', 'worker'])('refuses the role %s without a store to share', async (role) => {
    const message = await refusalOf({ SERVER_ROLE: role })
    expect(message).toMatch(/^SERVER_ROLE is wrong: .+ DATABASE_URL beside it/)
  })

  it('refuses a store to share without an operator token', async () => {
    expect(await refusalOf({ DATABASE_URL: url, ...keySettings })).toBe(
      'SERVER_OPERATOR_TOKEN is wrong: expected at least 32 visible ASCII characters, as DATABASE_URL is set, received nothing. Correct the variable.',
    )
  })
})

describe('F20, of the keys for secrets', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'secrets-keys-')), 'keys')
  const refusalOfFile = (text: string) => {
    writeFileSync(file, text)
    return refusalOf({ SERVER_SECRETS_KEY_FILE: file })
  }

  it('refuses a store to share without a key', async () => {
    expect(await refusalOf({ DATABASE_URL: url, SERVER_OPERATOR_TOKEN: operatorToken })).toBe(
      'SERVER_SECRETS_KEY is wrong: expected a key of 32 bytes in base64, here or in a file, because DATABASE_URL is set, received nothing. Correct the variable.',
    )
  })

  it('refuses keys beside a file of keys', async () => {
    expect(await refusalOf({ SERVER_SECRETS_KEY_FILE: file, ...keySettings })).toBe(
      'SERVER_SECRETS_KEY is wrong: expected nothing beside SERVER_SECRETS_KEY_FILE, received both. Correct the variable.',
    )
  })

  it.each([
    ['no line', '# none\n\n', 'no line'],
    ['a line that is no key', `${secretsKeys}\ncanary\n`, 'a line of 6 characters'],
    ['keys on one line', `${secretsKeys},${secretsKeys}`, 'a line of 89 characters'],
  ])('refuses a file with %s', async (_says, text, received) => {
    expect(await refusalOfFile(text)).toBe(
      `SERVER_SECRETS_KEY_FILE is wrong: expected a file with one key of 32 bytes in base64 per line, received ${received}. Correct the variable.`,
    )
  })

  it('refuses a file that is missing', async () => {
    const message = await refusalOf({ SERVER_SECRETS_KEY_FILE: `${file}-canary` })
    expect(message).toMatch(/^SERVER_SECRETS_KEY_FILE is wrong: .+ received ENOENT\./)
  })
})

describe('F20, of the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-'))
  const tokenFile = join(folder, 'operator-token')
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (SERVER_OPERATOR_TOKEN?: string) =>
    readToken({ SERVER_OPERATOR_TOKEN, SERVER_DATA_FOLDER: folder })

  it.each([
    ['is empty', '', 'text of 0 characters'],
    ['is blank', ' \n\n', 'text of 0 characters'],
    ['is short', 'canary-of-31-characters-0123456\n', 'text of 31 characters'],
    ['is of two words', 'canary-canary-canary canary-canary-canary\n', 'text of 41 characters'],
  ])('refuses a token that %s', (_says, text, received) => {
    writeFileSync(tokenFile, text)
    expect(() => read()).toThrow(
      `SERVER_DATA_FOLDER: the token in its file operator-token is wrong: expected at least 32 visible ASCII characters, received ${received}. Delete the file to have a new one made.`,
    )
    // A token of the settings is used without a look at the file.
    expect(read(operatorToken)).toEqual({ text: operatorToken, file: null })
  })

  it('refuses a token that is not a regular file', () => {
    rmSync(tokenFile, { force: true })
    mkdirSync(tokenFile)
    expect(() => read()).toThrow(
      /^SERVER_DATA_FOLDER: its file operator-token cannot be read or made: .+ EISDIR\./,
    )
  })

  it('refuses a path that cannot be a folder', async () => {
    expect(await refusalOf({ SERVER_DATA_FOLDER: '/dev/null/canary' })).toMatch(
      /^SERVER_DATA_FOLDER cannot be opened: ENOTDIR\./,
    )
  })
})

describe('F20, of a store', () => {
  const refusalOfUrl = (text: string) =>
    refusalOf({ DATABASE_URL: text, SERVER_OPERATOR_TOKEN: operatorToken, ...keySettings })

  it('refuses one that nobody serves', async () => {
    expect(await refusalOfUrl(url)).toMatch(/^DATABASE_URL cannot be opened: ECONNREFUSED\./)
  })

  it('refuses one whose name does not resolve', async () => {
    const message = await refusalOfUrl('postgres://canary:canary@canary.invalid/canary')
    expect(message).toMatch(/^DATABASE_URL cannot be opened: (ENOTFOUND|EAI_AGAIN)\./)
  })

  it('refuses something that is no Postgres', async () => {
    const other = createServer((socket) => void socket.end('canary canary canary'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const message = await refusalOfUrl(`postgres://canary@127.0.0.1:${port}/canary`)
    expect(message).toMatch(/^DATABASE_URL cannot be opened: /)
    other.close()
  })
})
