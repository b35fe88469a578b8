import { startPostgres, startStandby } from '@partner-platform/database/testing'
import { seededRandom, until } from '@partner-platform/settings/testing'
import { expect, it, onTestFinished } from 'vitest'
import { audit } from '../../src/testing/audit.ts'
import { createJournal, driveLoad, untilDrained } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { prepareWorld } from '../../src/testing/prepare-world.ts'
import { startEffectReceiver } from '../../src/testing/start-effect-receiver.ts'
import { lookInto, seed, startOddSender } from './open-stage.ts'

it(`F28 I5 I10 a failover under load: nothing accepted is lost or doubled (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const primary = await startPostgres()
  onTestFinished(() => primary.remove())
  const url = new URL(await primary.createDatabase())
  const standby = await startStandby(primary)
  onTestFinished(() => standby.remove())
  const hosts = `${url.hostname}:${primary.port},${url.hostname}:${standby.port}`
  const location = { kind: 'postgres', url: url.href.replace(url.host, hosts) } as const
  const receiver = await startEffectReceiver()
  onTestFinished(() => receiver.close())
  // An attempt that the failover interrupts is repeated when its lease ends.
  const sender = await startOddSender(location, { leaseSeconds: 3 })
  const { operator } = sender
  const parties = await prepareWorld({ operator, receiver, partyCount: 4, submissionsEach: 4 })
  const journal = createJournal()
  const load = driveLoad({
    laneCount: 4,
    journal,
    random: seededRandom(seed),
    target: async () => operator,
    submissions: parties.flatMap((party) => party.submissions),
  })
  const untilMore = async (count: number) => {
    const enough = journal.acked().length + count
    await until(() => journal.acked().length >= enough, { what: 'changes' })
  }
  await untilMore(100)
  expect(await primary.kill()).toBeGreaterThan(0)
  await standby.promote()
  await untilMore(100)
  await load.stop()
  await untilDrained({ operator, receiver })
  const { code } = await sender.stop()
  const found = await lookInto(location, ({ query }) => audit({ query, receiver, journal }))
  expect(found).toMatchObject({ problems: [], lost: 0, doubled: 0 })
  expect(findLeaks([sender.process.output])).toEqual([])
  expect(code).toBe(0)
})
