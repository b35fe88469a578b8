import { until } from '@partner-platform/settings/testing'
import { describe, it } from 'vitest'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { openScene } from './open-scene.ts'
import { createEmbedded } from './use-stores.ts'

/** The death in company, and five alone. */
const wantedDeaths = 6
const bystanders = 20
/** Of them, those that are in hand at its first crash. */
const inHand = 5

describe('an event whose handler kills the process', () => {
  it('F26 I10 is set aside alone, after five processes that it killed alone', {
    timeout: 300_000,
  }, async (context) => {
    const { expect } = context
    const location = await createEmbedded(context)
    const scene = openScene(location, context)
    let receiver = await scene.startOdd({ hangs: true })
    const keys: string[] = []
    const send = async (count: number, status?: string) => {
      const sent: string[] = []
      for (let number = 0; number < count; number++) {
        sent.push((await scene.send(receiver, status === undefined ? {} : { status })).storageKey)
      }
      keys.push(...sent)
      return sent
    }
    await send(bystanders - inHand)
    const held = await send(inHand, 'HANGS')
    await until(() => held.every((key) => receiver.begun().includes(key)), { what: 'company' })
    const { storageKey } = await scene.send(receiver, { status: 'KILLS' })
    const receivers = [receiver]
    const isSetAside = () => receiver.counts().then(({ failed }) => failed === 1)
    while (receivers.length <= 2 * wantedDeaths) {
      const died = receiver.process.ended.then(({ signal }) => signal === 'SIGKILL')
      const lived = untilHandled(receiver).then(isSetAside, () => false)
      if (!(await Promise.race([died, lived.then((isOver) => (isOver ? false : died))]))) break
      receiver = await scene.startOdd()
      receivers.push(receiver)
    }
    expect(receivers).toHaveLength(wantedDeaths + 1)
    const begun = receivers.flatMap((one) => one.begun())
    expect(begun.filter((key) => key === storageKey)).toHaveLength(wantedDeaths)
    expect((await receiver.stop()).code).toBe(0)
    const { problems, lost, leaks, stored, handled } = await scene.report()
    expect({ problems, lost, leaks }).toEqual({
      ...{ problems: ['1 × stored, but not handled'], lost: 0, leaks: [] },
    })
    expect([stored, handled]).toEqual([bystanders + 1, bystanders])
    const effects = new Set(receivers.flatMap((one) => one.effects()))
    expect(keys.filter((key) => !effects.has(key))).toEqual([])
  })
})
