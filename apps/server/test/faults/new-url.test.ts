import { storeKinds } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'
import { updateEndpoint } from '../../src/platform/endpoints.ts'
import type { Answer } from '../../src/testing/start-effect-receiver.ts'
import { openRoom } from './open-room.ts'
import { useStore } from './use-store.ts'

const gone = constants.endpointGoneStatus
const dayMs = 86_400_000

describe.each(storeKinds)('an endpoint that gets a new URL (%s)', (kind) => {
  const store = useStore(kind)

  /** A room whose old URL keeps every answer back until the test gives it. */
  async function openScene() {
    const open: ((answer: Answer) => void)[] = []
    const answers = { new: 202 }
    const room = await openRoom(
      {
        database: await store.empty(),
        answer: ({ endpoint }) =>
          endpoint === 'old'
            ? new Promise<Answer>((resolve) => void open.push(resolve))
            : { status: answers.new },
      },
      { onTestFinished },
    )
    const party = await room.makeParty('old')
    await room.work()
    const { receiver } = room
    return {
      ...{ ...room, ...party, open, answers },
      async changeUrl() {
        receiver.secrets.set('new', receiver.secrets.get('old') ?? [])
        const changed = { endpointId: party.endpointId, url: receiver.urlOf('new') }
        expect(await room.write((context) => updateEndpoint(changed, context))).toMatchObject({
          ok: true,
        })
      },
      untilOpen: (count: number) => until(() => open.length === count, { what: 'an attempt' }),
    }
  }

  it.each([
    ['410', { status: gone }],
    ['500', { status: 500 }],
    ['503 and a pause', { status: 503, headers: { 'retry-after': '100000' } }],
  ])('D-013 is not judged by the old one: %s is a failed step and no more', async (_, answer) => {
    const room = await openScene()
    const { emit, submission, makeSubmission, endpointId, open } = room
    const id = await emit(submission)
    await room.untilOpen(1)
    await room.changeUrl()
    const next = await emit(await makeSubmission())
    await room.untilDelivery(next, { state: 'delivered' })
    open[0]?.(answer)
    await room.untilDelivery(id, { attempts: 1, state: 'pending', step: 2, jobs: 1 })
    expect(await room.delivery(id)).toMatchObject({ outcome: 'refused', status: answer.status })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', failures: 0 })
    await room.makeDue()
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
  })

  it('D-013 is not praised for the old one: its failures stay', async () => {
    const room = await openScene()
    const { emit, submission, makeSubmission, endpointId, open, answers } = room
    const id = await emit(submission)
    await room.untilOpen(1)
    await room.changeUrl()
    answers.new = 500
    const next = await emit(await makeSubmission())
    await room.untilDelivery(next, { attempts: 1 })
    open[0]?.({ status: 202 })
    await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', failures: 1 })
  })

  it('D-013 is probed at once, whatever becomes of a probe of the old one', async () => {
    const room = await openScene()
    const { emit, submission, makeSubmission, endpointId, open, clock, receiver } = room
    const oldest = await emit(submission)
    await room.untilOpen(1)
    open[0]?.({ status: gone })
    await room.untilEndpoint(endpointId, { state: 'disabled', reason: 'gone' })
    const other = await emit(await makeSubmission())
    clock.jump(dayMs)
    await room.makeDue()
    await room.untilOpen(2)
    await room.changeUrl()
    // The old one takes the probe: that event has arrived, and the endpoint is as it was.
    open[1]?.({ status: 202 })
    await room.untilDelivery(oldest, { state: 'delivered', attempts: 2 })
    // Nobody makes anything due: the new one has a probe of its own.
    await room.untilDelivery(other, { state: 'delivered', attempts: 1 })
    await room.untilEndpoint(endpointId, { state: 'enabled', failures: 0, isProbed: false })
    expect(await room.attempts(other)).toEqual(['probe accepted 202'])
    expect(receiver.arrivals.map(({ endpoint }) => endpoint)).toEqual(['old', 'old', 'new'])
  })
})
