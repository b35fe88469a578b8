import { setTimeout as delay } from 'node:timers/promises'
import { openPatiently, type StoreKind } from '@partner-platform/database/testing'
import { seededRandom, until } from '@partner-platform/settings/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OperatorClient, openStore } from '../../src/index.ts'
import { audit } from '../../src/testing/audit.ts'
import { ask, driveLoad, type Load } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { createJournal } from '../../src/testing/journal.ts'
import { expectData, type Party, prepareWorld } from '../../src/testing/prepare-world.ts'
import {
  type Arrival,
  type EffectReceiver,
  startEffectReceiver,
} from '../../src/testing/start-effect-receiver.ts'
import { type Sender, secretsKeys, startSender } from '../../src/testing/start-sender.ts'
import { toStoreSettings } from '../../src/testing/to-store-settings.ts'
import { untilDrained } from '../../src/testing/until-drained.ts'
import { startOddSender } from './start-odd-sender.ts'
import { startAppStore } from './start-store.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const kind: StoreKind = 'embedded'
const submissionsEach = 4

type Rotation = { endpoint: Party['endpoint']; overlapSeconds: number }

/** A new secret, and when it signs, on the clock of `performance.now()`. */
async function rotate(operator: OperatorClient, { endpoint, overlapSeconds }: Rotation) {
  const params = { path: { endpointId: endpoint.id } }
  const path = '/operator/v1/endpoints/{endpointId}'
  const body = { newSecret: { overlapSeconds } }
  const { secret, signsFrom } = expectData(await operator.PATCH(path, { params, body }))
  const signsFromMs = Date.parse(String(signsFrom)) - Date.now() + performance.now()
  return { secret: String(secret), signsFromMs }
}

/** Attempts that were signed with a secret before its time: whatever arrives was signed before. */
const signedEarly = (
  arrivals: readonly Arrival[],
  { secret, signsFromMs }: { secret: string; signsFromMs: number },
) => arrivals.filter((one) => one.secret === secret && one.atMs < signsFromMs)

describe(`F19 secrets that are rotated under load (SEED=${seed})`, () => {
  const journal = createJournal()
  let store: Awaited<ReturnType<typeof startAppStore>>
  let location: Awaited<ReturnType<typeof store.createLocation>>
  let receiver: EffectReceiver
  let sender: Sender
  let parties: Party[]
  let load: Load

  beforeAll(async () => {
    store = await startAppStore(kind)
    location = await store.createLocation()
    receiver = await startEffectReceiver()
    sender = await startSender({ env: toStoreSettings(location) })
    const { operator } = sender
    parties = await prepareWorld({ operator, receiver, partyCount: 3, submissionsEach })
    load = driveLoad({
      ...{ laneCount: 3, submissions: parties.flatMap((party) => party.submissions), journal },
      ...{ random: seededRandom(seed), target: async () => operator, pause: () => delay(20) },
    })
  })
  afterAll(async () => {
    await receiver.close()
    await store.stop()
  })

  /** An endpoint under load, and what a test does with it. */
  function openScene(index: number) {
    const { operator } = sender
    const { endpoint } = parties[index] as Party
    const path = '/operator/v1/endpoints/{endpointId}'
    const params = { path: { endpointId: endpoint.id } }
    const arrivals = () => receiver.arrivals.filter((one) => one.endpoint === endpoint.name)
    return {
      arrivals,
      secrets: receiver.secrets.get(endpoint.name) ?? [],
      unverified: () => receiver.unverified.filter((name) => name === endpoint.name),
      rotate: (overlapSeconds: number) => rotate(operator, { endpoint, overlapSeconds }),
      disable: async () =>
        expectData(await operator.PATCH(path, { params, body: { enabled: false } })),
      enable: async () =>
        expectData(await operator.PATCH(path, { params, body: { enabled: true } })),
      untilSignedWith: (secret: string, count = 5) =>
        until(() => arrivals().filter((one) => one.secret === secret).length >= count, {
          what: 'attempts signed with a secret',
        }),
    }
  }

  it('with an overlap, a receiver that holds both rejects nothing', async () => {
    const { arrivals, secrets, rotate, untilSignedWith, unverified } = openScene(0)
    const [old = ''] = secrets
    await untilSignedWith(old)
    // Long enough for a slow machine to send something meanwhile.
    const rotated = await rotate(5)
    const { secret } = rotated
    const since = arrivals().length
    secrets.push(secret)
    await untilSignedWith(secret, 20)
    // Until the overlap was over the old one went on signing, then only the new one did.
    const signers = arrivals().slice(since)
    expect(signedEarly(signers, rotated)).toEqual([])
    expect(signers.filter((one) => one.secret === old).length).toBeGreaterThan(0)
    const first = signers.findIndex((one) => one.secret === secret)
    // What was taken just before may arrive just after: at most one attempt of each submission.
    const later = signers.slice(first).filter((one) => one.secret !== secret)
    expect(later.length).toBeLessThan(submissionsEach)
    expect(unverified()).toEqual([])
  })

  it('without one, a receiver that is taught first rejects nothing', async () => {
    const { secrets, rotate, untilSignedWith, unverified, disable, enable } = openScene(1)
    await untilSignedWith(secrets[0] ?? '')
    // Nothing is sent until the receiver knows what it will be signed with.
    await disable()
    const { secret } = await rotate(0)
    secrets.push(secret)
    await enable()
    await untilSignedWith(secret)
    expect(unverified()).toEqual([])
  })

  it('without one, a receiver that is taught late rejects some, and still gets them', async () => {
    const { secrets, rotate, untilSignedWith, unverified } = openScene(2)
    await untilSignedWith(secrets[0] ?? '')
    const { secret } = await rotate(0)
    await until(() => unverified().length > 0, { what: 'a rejection' })
    secrets.push(secret)
    await untilSignedWith(secret)
  })

  it('loses nothing by any of it', async () => {
    await load.stop()
    const { operator } = sender
    await untilDrained({ operator, receiver })
    const metrics = await sender.metrics()
    expect((await sender.stop()).code).toBe(0)
    const database = await openPatiently(() => openStore({ location, secretsKeys }))
    onTestFinished(() => database.close())
    const { problems, lost, acked } = await audit({ query: database.query, receiver, journal })
    expect(acked).toBeGreaterThan(50)
    expect(lost).toBe(0)
    const { length } = receiver.unverified
    expect(problems).toEqual([`${length} × arrived, but could not be verified`])
    expect(new Set(receiver.unverified)).toEqual(new Set([parties[2]?.endpoint.name]))
    expect(findLeaks([sender.process.output, metrics])).toEqual([])
  })
})

it('F19 finds the mutant in which a new secret signs at once, whatever the overlap', async () => {
  const store = await startAppStore(kind)
  onTestFinished(() => store.stop())
  const receiver = await startEffectReceiver()
  onTestFinished(() => receiver.close())
  const sender = await startOddSender(await store.createLocation(), {
    mutant: 'no overlap of secrets',
  })
  const { operator } = sender
  const world = { operator, receiver, partyCount: 1, submissionsEach: 1 }
  const [party] = (await prepareWorld(world)) as [Party]
  const { endpoint, submissions } = party
  const rotated = await rotate(operator, { endpoint, overlapSeconds: 3_600 })
  receiver.secrets.get(endpoint.name)?.push(rotated.secret)
  await ask(operator, createJournal().sent(submissions[0] ?? '', 'SIGNED'))
  await until(() => receiver.arrivals.length > 0, { what: 'an attempt' })
  expect(signedEarly(receiver.arrivals, rotated)).toHaveLength(1)
  expect((await sender.stop()).code).toBe(0)
})
