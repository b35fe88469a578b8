import { scaled } from '@partner-platform/harness'
import { constants } from '@partner-platform/types'
import { expect, it } from 'vitest'
import { returnedBytes } from '../deliveries.ts'
import { useSharedReceiver } from '../use-receiver.ts'

const openReceiver = useSharedReceiver()
const end = Buffer.from(returnedBytes).toString().trimEnd().length
/** How many bytes apart the cuts of a body are; `check` cuts it after every byte. */
const step = Math.max(1, Math.floor(end / scaled(100)))
const lengths = Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step)

it('D-008 bodies that the service signed, cut short after any byte, are quarantined with 202', async () => {
  const { send, events, quarantined } = await openReceiver()
  const left = [...lengths]
  const answers = []
  while (left.length > 0) {
    const bodies = left.splice(0, 50).map((length) => returnedBytes.subarray(0, length))
    answers.push(...(await Promise.all(bodies.map((body) => send({ body })))))
  }
  expect(answers).toHaveLength(lengths.length)
  expect(new Set(answers.map(({ status }) => status))).toEqual(
    new Set([constants.receiverAnswers.quarantined]),
  )
  expect(await events()).toEqual([])
  expect(new Set((await quarantined()).map(({ code }) => code))).toEqual(new Set(['invalid-json']))
})
