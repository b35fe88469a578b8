import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rotateSecret } from '../../src/platform/rotate-secret.ts'
import { addMutant } from './add-mutant.ts'
import { type Room, useRooms } from './open-room.ts'

const { openRoom } = useRooms('embedded')
const laneCount = 3

/** Rotates the secret. Returns it and the time from which it signs, on the clock of `performance.now()`. */
async function rotate({ write, endpointId }: Room, overlapSeconds: number) {
  const issued = await write((context) => rotateSecret({ endpointId, overlapSeconds }, context))
  if (!issued.ok) throw new Error('The secret was not rotated.')
  const signsFromMs = issued.signsFrom.getTime() - Date.now() + performance.now()
  return { secret: issued.secret, signsFromMs }
}

/** Attempts that arrived, and so were signed with a secret, before its time. */
const signedEarly = (
  { receiver }: Room,
  { secret, signsFromMs }: Awaited<ReturnType<typeof rotate>>,
) => receiver.arrivals.filter((one) => one.secret === secret && one.atMs < signsFromMs)

describe('F19 a secret that is rotated under load', () => {
  it('with an overlap: a receiver with both secrets rejects nothing', async () => {
    const room = await openRoom()
    const { receiver } = room
    await room.work()
    const ids: string[] = []
    let isOn = true
    const runLane = async () => {
      const submission = await room.makeSubmission()
      while (isOn) {
        ids.push(await room.emit(submission))
        await delay(100)
      }
    }
    const lanes = Promise.all(Array.from({ length: laneCount }, runLane))
    const stop = async () => {
      isOn = false
      await lanes
    }
    onTestFinished(stop)
    const untilSignedWith = (secret: string, count: number) =>
      until(() => receiver.arrivals.filter((one) => one.secret === secret).length >= count, {
        what: 'attempts signed with a secret',
      })
    const secrets = receiver.secrets.get('hook') ?? []
    const [old = ''] = secrets
    await untilSignedWith(old, 5)
    // Long enough for a slow machine to send something in the meantime.
    const rotated = await rotate(room, 2)
    const { secret } = rotated
    const since = receiver.arrivals.length
    secrets.push(secret)
    await untilSignedWith(secret, 10)
    // The old secret signed until the overlap ended, then only the new one.
    expect(signedEarly(room, rotated)).toEqual([])
    const signers = receiver.arrivals.slice(since).map((one) => one.secret)
    expect(signers).toContain(old)
    // An attempt claimed just before may arrive just after: at most one per submission.
    const later = signers.slice(signers.indexOf(secret)).filter((one) => one === old)
    expect(later.length).toBeLessThan(laneCount)
    expect(receiver.unverified).toEqual([])
    await stop()
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered' })
    expect(receiver.effects.size).toBe(ids.length)
    await room.check()
  })

  it('finds the mutant in which a new secret signs at once, whatever the overlap', async () => {
    const room = await openRoom()
    await room.work({ database: addMutant(room.database, 'no overlap of secrets') })
    const rotated = await rotate(room, 3_600)
    room.receiver.secrets.get('hook')?.push(rotated.secret)
    await room.emit(room.submission)
    await until(() => room.receiver.arrivals.length > 0, { what: 'an attempt' })
    expect(signedEarly(room, rotated)).toHaveLength(1)
  })
})
