import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@partner-platform/database'
import { templateFolder } from '@partner-platform/database/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { settings } from '../src/settings.ts'
import { readToken } from '../src/start-server.ts'
import { secretsKeys } from '../src/testing/start-sender.ts'
import { refusalOf } from './refusal-of.ts'
import { operatorToken } from './start-server.ts'

const keySettings = { SERVER_SECRETS_KEY: secretsKeys.join() }
const url = 'postgres://canary:canary@127.0.0.1:1/canary'
/** A wrong text for each setting. The tests of its kind cover the others. */
const wrongTexts: Record<keyof typeof settings, string> = {
  PORT: '65536',
  HOST: 'http://canary',
  PROXIES: '10.0.0.0/33',
  OPERATOR_PORT: '65536',
  SERVER_OPERATOR_TOKEN: 'canary-of-31-characters-0123456',
  ENVIRONMENT: 'Production',
  SERVER_ROLE: 'API',
  SERVER_DATA_FOLDER: '\t',
  DATABASE_URL: 'mysql://canary:canary@a',
  DATABASE_POOL_SIZE: '1',
  DATABASE_BACKEND: 'pglite',
  SERVER_SECRETS_KEY: `${secretsKeys},canary`,
  SERVER_SECRETS_KEY_FILE: '',
  SERVER_SECRETS_LOST: 'ON',
  SERVER_RATE_LIMIT_QUOTA: '0',
  SERVER_RATE_LIMIT_WINDOW_SECONDS: '86401',
  SERVER_WORKER_SLOTS: '1001',
  SERVER_WORKER_SLOTS_PER_ENDPOINT: '0',
  SERVER_CHECK_RESPONSES: 'true',
  SERVER_LOG: 'canary',
}

/** The other bounds, and the other form of a wrong URL. */
const moreWrongTexts: [name: keyof typeof settings, text: string][] = [
  ['DATABASE_URL', 'canary:5432/db'],
  ['DATABASE_POOL_SIZE', '201'],
  ['SERVER_RATE_LIMIT_QUOTA', '1000001'],
  ['SERVER_RATE_LIMIT_WINDOW_SECONDS', '0'],
  ['SERVER_WORKER_SLOTS', '0'],
  ['SERVER_WORKER_SLOTS_PER_ENDPOINT', '1001'],
]

describe('F20', () => {
  it.each([...Object.entries(wrongTexts), ...moreWrongTexts])(
    'does not start if %s is %j, and names it without its value',
    async (name, text) => {
      const { expected } = settings[name as keyof typeof settings]
      expect(await refusalOf({ [name]: text })).toBe(
        text.trim() === ''
          ? `${name} is empty. Set a value, or unset it.`
          : `${name} must be ${expected}.`,
      )
    },
  )

  it.each(['api', 'worker'])('rejects the role %s without a shared store', async (role) => {
    const message = await refusalOf({ SERVER_ROLE: role })
    expect(message).toBe(`SERVER_ROLE=${role} needs DATABASE_URL. Set it, or use SERVER_ROLE=all.`)
  })

  it('rejects a shared store without an operator token', async () => {
    expect(await refusalOf({ DATABASE_URL: url, ...keySettings })).toBe(
      'DATABASE_URL needs SERVER_OPERATOR_TOKEN. Set it to at least 32 visible ASCII characters.',
    )
  })
})

describe('F20, of the keys for secrets', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'secrets-keys-')), 'keys')
  const refusalOfFile = (text: string) => {
    writeFileSync(file, text)
    return refusalOf({ SERVER_SECRETS_KEY_FILE: file })
  }

  it('rejects a shared store without a key', async () => {
    expect(await refusalOf({ DATABASE_URL: url, SERVER_OPERATOR_TOKEN: operatorToken })).toBe(
      'DATABASE_URL needs SERVER_SECRETS_KEY or SERVER_SECRETS_KEY_FILE. Create a key with: openssl rand -base64 32',
    )
  })

  it('rejects keys together with a file of keys', async () => {
    expect(await refusalOf({ SERVER_SECRETS_KEY_FILE: file, ...keySettings })).toBe(
      'Set SERVER_SECRETS_KEY or SERVER_SECRETS_KEY_FILE, not both.',
    )
  })

  it.each([
    ['no key', '# none\n\n', 'no key'],
    ['a line that is not a key', `${secretsKeys}\ncanary\n`, 'a line of 6 characters'],
    ['keys on one line', `${secretsKeys},${secretsKeys}`, 'a line of 89 characters'],
  ])('rejects a file with %s', async (_says, text, received) => {
    expect(await refusalOfFile(text)).toBe(
      `The file that SERVER_SECRETS_KEY_FILE names has ${received}. Write one key of 32 bytes in base64 per line.`,
    )
  })

  it('rejects a missing file', async () => {
    const message = await refusalOf({ SERVER_SECRETS_KEY_FILE: `${file}-canary` })
    expect(message).toMatch(/^SERVER_SECRETS_KEY_FILE names a file that cannot be read: ENOENT\./)
  })
})

describe('F20, of the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'token-'))
  const tokenFile = join(folder, 'operator-token')
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (SERVER_OPERATOR_TOKEN?: string) =>
    readToken({ SERVER_OPERATOR_TOKEN, SERVER_DATA_FOLDER: folder })

  it.each([
    ['is blank', ' \n\n', 'text of 0 characters'],
    ['is short', 'canary-of-31-characters-0123456\n', 'text of 31 characters'],
    ['is of two words', 'canary-canary-canary canary-canary-canary\n', 'text of 41 characters'],
  ])('rejects a token that %s', (_says, text, received) => {
    writeFileSync(tokenFile, text)
    expect(() => read()).toThrow(
      `SERVER_DATA_FOLDER: the token in its file operator-token must be at least 32 visible ASCII characters, not ${received}. Delete the file to create a new token.`,
    )
    // A token in the settings is used without reading the file.
    expect(read(operatorToken)).toEqual({ text: operatorToken, file: null })
  })

  it('rejects a token that is not a regular file', () => {
    rmSync(tokenFile, { force: true })
    mkdirSync(tokenFile)
    expect(() => read()).toThrow(
      /^SERVER_DATA_FOLDER: cannot read or create its file operator-token: EISDIR\./,
    )
  })

  it('rejects a path that cannot be a folder', async () => {
    expect(await refusalOf({ SERVER_DATA_FOLDER: '/dev/null/canary' })).toMatch(
      /^SERVER_DATA_FOLDER cannot be opened: ENOTDIR\./,
    )
  })

  it('rejects the folder of another app', async () => {
    const other = join(folder, 'other')
    cpSync(await templateFolder(), other, { recursive: true })
    const database = await openDatabase({
      location: { kind: 'embedded', folder: other },
      migrationsFolder: fileURLToPath(new URL('../../receiver/migrations', import.meta.url)),
      queues: [],
    })
    await database.close()
    expect(await refusalOf({ SERVER_DATA_FOLDER: other })).toMatch(
      /^The tables in the folder in SERVER_DATA_FOLDER are not those of this app: 42P01\./,
    )
  })
})

describe('F20, of a store', () => {
  const refusalOfUrl = (text: string) =>
    refusalOf({ DATABASE_URL: text, SERVER_OPERATOR_TOKEN: operatorToken, ...keySettings })

  it('rejects one that does not answer', async () => {
    expect(await refusalOfUrl(url)).toMatch(/^DATABASE_URL cannot be opened: ECONNREFUSED\./)
  })

  it('rejects one that is not Postgres', async () => {
    const other = createServer((socket) => void socket.end('canary canary canary'))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const message = await refusalOfUrl(`postgres://canary@127.0.0.1:${port}/canary`)
    expect(message).toMatch(/^DATABASE_URL cannot be opened: /)
    other.close()
  })
})
