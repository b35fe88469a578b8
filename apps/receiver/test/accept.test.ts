import { describe, expect, it } from 'vitest'
import { eventWith, nowMs, returned } from './deliveries.ts'
import { useReceiver } from './use-receiver.ts'

const daySeconds = 86_400

describe('a delivery that was quarantined and is accepted by hand', () => {
  const { startReceiver } = useReceiver()

  it.each<[string, number, object]>([
    ['the clock of the receiver was behind, and is mended', 600, {}],
    ['it is old, and the service says that it is genuine', -31 * daySeconds, { allowOld: true }],
  ])('D-005 D-008 reaches its handler: %s', async (_says, aheadSeconds, options) => {
    let clockMs = nowMs
    const { send, view, entries, untilHandled } = await startReceiver({ now: () => clockMs })
    const seconds = aheadSeconds + (nowMs - Date.parse(returned.timestamp)) / 1_000
    const event = eventWith({ seconds })
    await send({ body: JSON.stringify(event) })
    const [entry] = await entries('quarantined')
    const id = entry?.id ?? ''
    expect(await view.accept(id)).toMatchObject({ outcome: 'refused' })
    if (aheadSeconds > 0) clockMs += aheadSeconds * 1_000
    expect(await view.accept(id, options)).toEqual({ outcome: 'accepted' })
    expect((await untilHandled(1)).map((one) => one.event)).toEqual([event])
    await expect.poll(() => entries('handled')).toMatchObject([{ id, notes: [] }])
    // The service sends it once more: it is there.
    await send({ body: JSON.stringify(event) })
    expect((await entries()).map(({ state }) => state)).toContain(
      aheadSeconds > 0 ? 'duplicate' : 'quarantined',
    )
  })
})
