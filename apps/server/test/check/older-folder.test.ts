import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOldStore } from '@partner-platform/database/testing'
import { constants } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore, type StoreOptions } from '../../src/index.ts'
import { encryptStoredSecrets } from '../../src/secrets/encrypt-stored-secrets.ts'
import { readKeyFile } from '../../src/secrets/key-file.ts'
import { createSecretCipher, type StoredSecret } from '../../src/secrets/secret-cipher.ts'
import { dumpStore, isIn } from '../secrets/dump-store.ts'

const migrationsFolder = join(import.meta.dirname, '../../migrations')
/** Migrations of the last version that stored plain text. */
const lastPlain = 3

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const timestamp = '2025-06-14T09:30:00.000Z'
const held = `'held', 3, 2, '2025-07-20T00:00:00Z', null`
const failed = `'dead-letter', 10, 10, null, '2025-06-18T00:00:00Z'`
const heldTooLong = `'dead-letter', 2, 1, null, '2025-07-14T09:30:00Z'`
const [endpointId, secret] = [id(2), createSecret()]

/** The rows of that version: an endpoint with its secret, and three deliveries of one event. */
const olderRows = [
  `insert into partners (id, company_name) values ('${id(1)}', 'Canary')`,
  `insert into endpoints (id, partner_id, environment, url, signed)
    values ('${endpointId}', '${id(1)}', 'production', 'https://canary.example/', true)`,
  `insert into endpoint_secrets (id, endpoint_id, secret, signs_from)
    values ('${id(8)}', '${endpointId}', '${secret}', to_timestamp(0))`,
  `insert into submissions (id, partner_id, environment, status, contact_status, visa, applicant)
    values ('${id(3)}', '${id(1)}', 'production', 'RETURNED', 'NOT_CONTACTED', '{}', '{}')`,
  `insert into events (id, submission_id, partner_id, environment, name, timestamp, body)
    values ('${id(4)}', '${id(3)}', '${id(1)}', 'production', 'submission.updated',
      '${timestamp}', '\\x7b7d')`,
  ...[held, failed, heldTooLong].map(
    (progress, index) => `insert into deliveries (id, event_id, endpoint_id, submission_id,
      partner_id, environment, state, step, attempts, due_at, ended_at) values ('${id(5 + index)}',
      '${id(4)}', '${endpointId}', '${id(3)}', '${id(1)}', 'production', ${progress})`,
  ),
]

describe('F29 a data folder of a version that stored secrets as plain text', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'older-folder-')), 'server')
  const keyFile = `${folder}.key`
  const location = { kind: 'embedded', folder } as const
  beforeAll(async () => {
    const open = (migrations: number) => openOldStore({ location, migrationsFolder, migrations })
    const database = await open(lastPlain)
    for (const row of olderRows) await database.query(row)
    await database.close()
    // The first start of the next version is interrupted just before it removes the plain text.
    const all = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
    const next = await open(all.length)
    const query: typeof next.query = async (text, values) => {
      if (text.startsWith('vacuum full')) throw new Error('interrupted')
      return next.query(text, values)
    }
    const cipher = createSecretCipher([await readKeyFile(folder, async () => true)])
    await expect(encryptStoredSecrets({ ...next, query }, cipher)).rejects.toThrow('interrupted')
    await next.close()
  })

  /** Opens the folder once. Returns the secrets, the deliveries and a dump of the tables. */
  async function look(options: Pick<StoreOptions, 'onLostSecrets'> = {}) {
    const database = await openStore({ location, ...options })
    const rows = await database.query<StoredSecret>(
      'select id, endpoint_id as "endpointId", secret, key_id as "keyId" from endpoint_secrets',
    )
    const deliveries = await database.query(
      `select state, (extract(epoch from expires_at - $1::timestamptz))::float8 as "lifeSeconds",
        (extract(epoch from $1::timestamptz - opens_at))::float8 as "leadSeconds",
        due_at = expires_at as "isDueThen", dead_letter_reason as reason from deliveries order by id`,
      [timestamp],
    )
    const dump = await dumpStore(database)
    await database.close()
    return { secrets: rows.map((row) => database.secretCipher.decrypt(row)), dump, deliveries }
  }

  /** Files of the folder that contain the secret, whatever the tables say. */
  const findFiles = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file).includes(secret))

  it('opens with all rows, although a start was interrupted, and removes plain-text secrets', async () => {
    expect(findFiles()).not.toEqual([])
    const { secrets, dump, deliveries } = await look()
    expect(secrets).toEqual([secret])
    expect(isIn(dump, secret)).toBe(false)
    expect(findFiles()).toEqual([])
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^[\w+/]{43}=\n$/)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    // Each delivery has the times of its event.
    const given = {
      lifeSeconds: constants.deliveryAgeLimitSeconds,
      leadSeconds: constants.deliveryLeadLimitSeconds,
    }
    expect(deliveries).toEqual([
      { state: 'held', ...given, isDueThen: true, reason: null },
      { state: 'dead-letter', ...given, isDueThen: null, reason: 'failed' },
      { state: 'dead-letter', ...given, isDueThen: null, reason: 'expired' },
    ])
  })

  it('opens again with the same key file, and makes it private', async () => {
    const key = readFileSync(keyFile, 'utf8')
    chmodSync(keyFile, 0o644)
    expect((await look()).secrets).toEqual([secret])
    expect(readFileSync(keyFile, 'utf8')).toBe(key)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  })

  it('opens without its key if the key is declared lost', async () => {
    rmSync(keyFile)
    const lost: string[] = []
    const { secrets } = await look({ onLostSecrets: (ids) => lost.push(...ids) })
    expect([secrets, lost]).toEqual([[null], [endpointId]])
    expect(existsSync(keyFile)).toBe(true)
  })
})
