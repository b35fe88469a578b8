import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOldStore, startStore } from '@partner-platform/database/testing'
import { createSecret } from '@partner-platform/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore, SecretsKeyError, type StoreOptions } from '../../../src/index.ts'
import type { StoredSecret } from '../../../src/secrets/secret-cipher.ts'
import { dumpStore, isIn } from '../../secrets/dump-store.ts'

/** Migrations of the last version that stored plain text. */
const lastPlain = 3

/** Writes a data folder of that version, with one endpoint. */
async function writeOlderFolder(folder: string, { endpointId, secret }: Record<string, string>) {
  const database = await openOldStore({
    location: { kind: 'embedded', folder },
    migrationsFolder: join(import.meta.dirname, '../../../migrations'),
    migrations: lastPlain,
  })
  const partnerId = randomUUID()
  await database.query(`insert into partners (id, company_name) values ($1, 'Canary')`, [partnerId])
  await database.query(
    `insert into endpoints (id, partner_id, environment, url, signed)
      values ($1, $2, 'production', 'https://canary.example/', true)`,
    [endpointId, partnerId],
  )
  await database.query(
    `insert into endpoint_secrets (id, endpoint_id, secret, signs_from)
      values ($1, $2, $3, to_timestamp(0))`,
    [randomUUID(), endpointId, secret],
  )
  await database.close()
}

describe('F29 a data folder of a version that stored secrets as plain text', () => {
  const [endpointId, secret] = [randomUUID(), createSecret()]
  let parent: string
  let folder: string
  let keyFile: string
  beforeAll(async () => {
    parent = mkdtempSync(join(tmpdir(), 'older-folder-'))
    folder = join(parent, 'server')
    keyFile = `${folder}.key`
    const store = await startStore('embedded')
    const location = await store.createLocation()
    if (location.kind === 'embedded') cpSync(location.folder ?? '', folder, { recursive: true })
    await store.stop()
    await writeOlderFolder(folder, { endpointId, secret })
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  /** Opens the folder once. Returns the secrets and a dump of the tables. */
  async function look(options: Pick<StoreOptions, 'secretsKeys' | 'onLostSecrets'> = {}) {
    const database = await openStore({ location: { kind: 'embedded', folder }, ...options })
    const rows = await database.query<StoredSecret>(
      'select id, endpoint_id as "endpointId", secret, key_id as "keyId" from endpoint_secrets',
    )
    const dump = await dumpStore(database)
    await database.close()
    return { secrets: rows.map((row) => database.secretCipher.decrypt(row)), dump }
  }

  /** Files of the folder that contain the secret, whatever the tables say. */
  const findFiles = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => readFileSync(file).includes(secret))

  it('opens with its secrets, and encrypts them with a new key', async () => {
    expect(findFiles()).not.toEqual([])
    const { secrets, dump } = await look()
    expect(secrets).toEqual([secret])
    expect(isIn(dump, secret)).toBe(false)
    expect(findFiles()).toEqual([])
    expect(readFileSync(keyFile, 'utf8')).toMatch(/^[\w+/]{43}=\n$/)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  })

  it('opens again with the same key file, and makes it private', async () => {
    const key = readFileSync(keyFile, 'utf8')
    chmodSync(keyFile, 0o644)
    expect((await look()).secrets).toEqual([secret])
    expect(readFileSync(keyFile, 'utf8')).toBe(key)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  })

  it('F20 is rejected without its key file, and no new key is created', async () => {
    const key = readFileSync(keyFile, 'utf8')
    rmSync(keyFile)
    const refused = look()
    await expect(refused).rejects.toThrow(SecretsKeyError)
    await expect(refused).rejects.toThrow(/^The key file beside the data folder is missing, /)
    expect(existsSync(keyFile)).toBe(false)
    writeFileSync(keyFile, 'canary\n')
    await expect(look()).rejects.toThrow(
      /must contain 32 bytes in base64, not text of 6 characters\./,
    )
    writeFileSync(keyFile, key)
    expect((await look()).secrets).toEqual([secret])
  })

  it('opens without its key if the key is declared lost', async () => {
    rmSync(keyFile)
    const lost: string[] = []
    const { secrets } = await look({ onLostSecrets: (ids) => lost.push(...ids) })
    expect([secrets, lost]).toEqual([[null], [endpointId]])
    expect(existsSync(keyFile)).toBe(true)
  })
})
