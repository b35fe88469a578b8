import { until } from '@partner-platform/settings/testing'
import { it } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { createEmbedded } from '../use-store.ts'
import { openScene, soundReport } from './open-scene.ts'

/** Fewer tries than the five of the app: each costs a process. */
const retryDelaysMs = [50]
/** One in company, and one alone for each try. */
const wantedDeaths = 3
const [done, inHand] = [15, 5]

it('F26 I10 an event that kills the process is set aside after the processes that it killed alone', {
  timeout: 300_000,
}, async (context) => {
  const { expect } = context
  const scene = openScene(await createEmbedded(context), context)
  let receiver = await scene.start({ hangs: true, retryDelaysMs })
  const send = async (count: number, status?: string) => {
    const keys: string[] = []
    while (keys.length < count) {
      keys.push((await scene.send(receiver, status === undefined ? {} : { status })).storageKey)
    }
    return keys
  }
  const others = await send(done)
  const held = await send(inHand, 'HANGS')
  await until(() => held.every((key) => receiver.begun().includes(key)), { what: 'company' })
  const [poison] = await send(1, 'KILLS')
  const receivers = [receiver]
  const isSetAside = () => receiver.counts().then(({ failed }) => failed === 1)
  while (receivers.length <= 2 * wantedDeaths) {
    const died = receiver.process.ended.then(({ signal }) => signal === 'SIGKILL')
    const isOver = untilHandled(receiver).then(isSetAside, () => false)
    if (!(await Promise.race([died, isOver.then((over) => (over ? false : died))]))) break
    receiver = await scene.start({ retryDelaysMs })
    receivers.push(receiver)
  }
  expect(receivers).toHaveLength(wantedDeaths + 1)
  const begun = receivers.flatMap((one) => one.begun())
  expect(begun.filter((key) => key === poison)).toHaveLength(wantedDeaths)
  expect(await scene.finish(receiver)).toMatchObject({
    ...soundReport,
    problems: ['1 × stored, but not handled'],
    stored: done + inHand + 1,
    handled: done + inHand,
  })
  const effects = new Set(receivers.flatMap((one) => one.effects()))
  expect([...others, ...held].filter((key) => !effects.has(key))).toEqual([])
})
