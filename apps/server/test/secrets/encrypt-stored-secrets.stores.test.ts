import { randomUUID } from 'node:crypto'
import { createSecret } from '@partner-platform/webhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { rotateSecret } from '../../src/platform/rotate-secret.ts'
import { encryptStoredSecrets } from '../../src/secrets/encrypt-stored-secrets.ts'
import {
  createSecretCipher,
  createSecretsKey,
  type SecretCipher,
  SecretsKeyError,
  type StoredSecret,
} from '../../src/secrets/secret-cipher.ts'
import { endpointSecrets } from '../../src/store/schema.ts'
import { startPlatform } from '../platform/start-platform.ts'
import { storeKind } from '../store-kind.ts'
import { dumpStore, isIn } from './dump-store.ts'

const [oldKey, newKey] = [createSecretsKey(), createSecretsKey()]
const old = createSecretCipher([oldKey])
const both = createSecretCipher([newKey, oldKey])
const onlyNew = createSecretCipher([newKey])

/** Stores plain text, like versions before encryption. */
const plainCipher = (cipher: SecretCipher): SecretCipher => ({
  ...cipher,
  encrypt: (secret) => ({ secret, keyId: null }),
})

describe(storeKind, async () => {
  const platform = await startPlatform(storeKind)
  beforeEach(async () => {
    await platform.database.query('delete from endpoint_secrets')
  })

  /** Stores secrets of a new endpoint like another version, or a server with other keys. */
  async function storeSecrets(count: number, cipher: SecretCipher) {
    const { database } = platform
    const { endpoint } = await platform.makeEndpoint(await platform.makePartner())
    await database.query('delete from endpoint_secrets where endpoint_id = $1', [endpoint.id])
    const made = Array.from({ length: count }, () => {
      const row = { id: randomUUID(), endpointId: endpoint.id }
      const text = createSecret()
      return { ...row, text, signsFrom: new Date(0), ...cipher.encrypt(text, row) }
    })
    await database.orm.insert(endpointSecrets).values(made)
    return { endpointId: endpoint.id, texts: made.map(({ text }) => text).toSorted() }
  }

  const readStored = () =>
    platform.database.query<StoredSecret>(
      'select id, endpoint_id as "endpointId", secret, key_id as "keyId" from endpoint_secrets',
    )
  const readTexts = async (cipher: SecretCipher) =>
    (await readStored()).map((stored) => cipher.decrypt(stored)).toSorted()

  it.each([
    ['plain text of an older version', plainCipher(old)],
    ['secrets that an older key encrypted', old],
  ])('encrypts %s with the first key', async (_says, before) => {
    const { texts } = await storeSecrets(20, before)
    await encryptStoredSecrets(platform.database, both)
    expect(await readTexts(onlyNew)).toEqual(texts)
    const dump = await dumpStore(platform.database)
    expect(texts.filter((text) => isIn(dump, text))).toEqual([])
  })

  describe('plain text in the files of the store', () => {
    /** Encrypts the secrets, and calls back before the table's file is rewritten. */
    const encrypt = (onWipe: () => void) => {
      const query: typeof platform.database.query = async (text, values) => {
        if (text.startsWith('vacuum full')) onWipe()
        return platform.database.query(text, values)
      }
      return encryptStoredSecrets({ ...platform.database, query }, both)
    }

    it('is removed once, and by the next start if one is interrupted', async () => {
      await storeSecrets(2, plainCipher(old))
      const wiped: string[] = []
      const stop = () => {
        throw new Error('interrupted')
      }
      await expect(encrypt(stop)).rejects.toThrow('interrupted')
      expect((await readStored()).filter(({ keyId }) => keyId === null)).toEqual([])
      await encrypt(() => wiped.push('second start'))
      await encrypt(() => wiped.push('third start'))
      expect(wiped).toEqual(['second start'])
    })

    it('is a clear error if other sessions keep the table locked', async () => {
      await storeSecrets(1, plainCipher(old))
      const refused = encrypt(() => {
        throw Object.assign(new Error('canceling statement'), { code: '57014' })
      })
      await expect(refused).rejects.toThrow(SecretsKeyError)
      await expect(refused).rejects.toThrow(/ while other sessions use it\. End these sessions, /)
    })
  })

  it('does not change secrets that the first key encrypted', async () => {
    await storeSecrets(3, both)
    const before = await readStored()
    await encryptStoredSecrets(platform.database, both)
    expect(await readStored()).toEqual(before)
  })

  it('leaves every secret readable if processes with different key orders run at once', async () => {
    const { texts } = await storeSecrets(40, plainCipher(old))
    const otherOrder = createSecretCipher([oldKey, newKey])
    const all = [both, otherOrder, both].map((one) => encryptStoredSecrets(platform.database, one))
    await Promise.all(all)
    expect(await readTexts(both)).toEqual(texts)
    expect((await readStored()).filter(({ keyId }) => keyId === null)).toEqual([])
  })

  it('F20 rejects a wrong key, and changes nothing', async () => {
    await storeSecrets(2, old)
    await storeSecrets(2, plainCipher(old))
    const before = await readStored()
    const refused = encryptStoredSecrets(platform.database, onlyNew)
    await expect(refused).rejects.toThrow(SecretsKeyError)
    await expect(refused).rejects.toThrow(/^Cannot decrypt the signing secrets of 1 endpoint\(s\) /)
    expect(await readStored()).toEqual(before)
  })

  it('names the endpoints if the key is lost, and a rotation fixes each at once', async () => {
    const { endpointId } = await storeSecrets(1, old)
    const kept = await storeSecrets(1, onlyNew)
    const lost: string[] = []
    await encryptStoredSecrets(platform.database, onlyNew, (ids) => lost.push(...ids))
    expect(lost).toEqual([endpointId])
    const rotated = await platform.write((context) => {
      const database = { ...context.database, secretCipher: onlyNew }
      return rotateSecret({ endpointId, overlapSeconds: 3_600 }, { ...context, database })
    })
    if (!rotated.ok) throw new Error('The secret was not rotated.')
    expect(rotated.signsFrom).toEqual(new Date(platform.clock.wallMs()))
    expect(await readTexts(onlyNew)).toEqual([rotated.secret, ...kept.texts].toSorted())
  })
})
