import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@partner-platform/database/testing'
import { openStore } from '@partner-platform/server'
import {
  audit,
  createJournal,
  driveLoad,
  expectData,
  findLeaks,
  prepareWorld,
  secretsKeys,
  startEffectReceiver,
  untilDrained,
} from '@partner-platform/server/testing'
import { seededRandom } from '@partner-platform/settings/testing'
import { killTwo } from './kill-two.ts'
import type { ShowOptions } from './show-options.ts'
import { spendQuota } from './spend-quota.ts'
import { type Fleet, type Member, startFleet } from './start-fleet.ts'
import { toFigures } from './to-figures.ts'

type Stage = {
  say(line: string): void
  /** Takes what must be done at the end, in any case. */
  opened: AsyncDisposableStack
}

const environment = 'development'
const submissionsEach = 10
/** Of each asker, between two changes. */
const pauseMs = 25

/** Runs processes on one Postgres under load, kills one of each role, and returns the figures. */
export async function runShow(options: ShowOptions, { say, opened }: Stage) {
  const { partyCount, keyCount, quota, windowSeconds } = options
  const random = seededRandom(Date.now())
  const starting = startPostgres()
  opened.defer(async () => (await starting).remove())
  const postgres = await starting
  say(`Postgres from npm is running (process ${postgres.pid()})`)
  const url = await postgres.createDatabase()
  const fleet = await startFleet(url, options)
  for (const { role, process } of fleet.members) say(`${role} is running (process ${process.pid})`)

  let answering = Promise.withResolvers<void>()
  answering.resolve()
  const receiver = await startEffectReceiver({
    async answer() {
      await answering.promise
      return delay(random.between(2, 20), { status: 202 })
    },
  })
  opened.defer(() => receiver.close())
  const [{ operator }] = fleet.living('api')
  const world = await prepareWorld({ operator, receiver, partyCount, submissionsEach })
  const keys = await Promise.all(
    world.slice(0, keyCount).map(async ({ partner }, index) => {
      const body = { partner, environment, label: `Show ${index}` } as const
      return expectData(await operator.POST('/operator/v1/keys', { body })).key
    }),
  )
  say(`${world.length} partners with an endpoint each, ${keys.length} of them with a key`)

  const journal = createJournal()
  const startedMs = performance.now()
  const asked = new Set<Member>()
  let turn = 0
  const load = driveLoad({
    laneCount: options.laneCount,
    journal,
    random,
    submissions: world.flatMap(({ submissions }) => submissions),
    async target() {
      const apis = fleet.living('api')
      const api = apis[turn++ % apis.length] ?? apis[0]
      asked.add(api)
      return api.operator
    },
    pause: () => delay(pauseMs),
  })
  const spending = spendQuota({ keys, quota, windowSeconds, apis: () => fleet.living('api') })
  const told = setInterval(() => say(tell()), 5_000)
  opened.defer(() => clearInterval(told))
  const tell = () =>
    `${journal.acked().length} events accepted, ${receiver.effects.size} arrived; api × ${fleet.living('api').length}, worker × ${fleet.living('worker').length}`

  await delay(options.killAfterSeconds * 1000)
  const kill = await killTwo({
    fleet,
    receiver,
    journal,
    asked,
    say,
    hold() {
      answering = Promise.withResolvers()
      return () => answering.resolve()
    },
  })
  await delay(Math.max(0, startedMs + options.loadSeconds * 1000 - performance.now()))
  const [rounds] = await Promise.all([spending.stop(), load.stop()])
  const loadedMs = performance.now() - startedMs
  say('The load is over; delivering the rest')
  const takeoverMs = await kill.untilTakenOver()
  const [lastApi] = fleet.living('api')
  await untilDrained({ operator: lastApi.operator, receiver })
  clearInterval(told)
  say(tell())
  const leaks = await findLeaksOf(fleet, keys)
  const exitCodes = await fleet.stop()
  const database = await openStore({ location: { kind: 'postgres', url }, secretsKeys })
  const found = await audit({ query: database.query, receiver, journal }).finally(() =>
    database.close(),
  )
  return toFigures({
    options,
    found,
    journal,
    receiver,
    kill,
    takeoverMs,
    loadedMs,
    rounds,
    exitCodes,
    leaks,
  })
}

async function findLeaksOf(fleet: Fleet, keys: readonly string[]): Promise<string[]> {
  const living = [...fleet.living('api'), ...fleet.living('worker')]
  const metrics = await Promise.all(living.map((member) => member.metrics()))
  const texts = [...fleet.members.map(({ process }) => process.output), ...metrics]
  const leaked = keys.some((key) => texts.some((text) => text.includes(key)))
  return [...findLeaks(texts), ...(leaked ? ['API key'] : [])]
}
