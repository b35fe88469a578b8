import { constants } from '@partner-platform/types'
import { parseSubmissionUpdatedSent } from '@partner-platform/validators'
import { describe, expect, it } from 'vitest'
import { listSubmissions } from '../../src/platform/submissions.ts'
import { grant } from '../operator/a-world.ts'
import { storeKind } from '../store-kind.ts'
import { changeStatus, startPlatform } from './start-platform.ts'

type EventRow = { id: string; submission_id: string; timestamp: Date | string; body: Uint8Array }

describe(storeKind, async () => {
  const platform = await startPlatform(storeKind)

  const find = async (submission: string) => {
    const page = await listSubmissions({ submission }, { limit: 2, after: null }, platform.orm)
    return page.ok ? page.items[0] : undefined
  }

  const eventsOf = (submissionId: string) =>
    platform.database.query<EventRow>(
      'select * from events where submission_id = $1 order by timestamp',
      [submissionId],
    )

  it('2.3, 3.trigger, 6.1.1 stores the event as the bytes that every attempt sends', async () => {
    const { submissionId, endpointId } = await platform.makeParty()
    const change = { submissionId, status: 'VISA_GRANTED', grant }
    const changed = await platform.write((context) => changeStatus(change, context))
    if (!changed.ok) throw new Error('The status was not changed.')
    const [event, ...others] = await eventsOf(submissionId)
    const value = JSON.parse(Buffer.from(event?.body ?? []).toString())
    expect(others).toEqual([])
    expect(parseSubmissionUpdatedSent(value)).toMatchObject({ ok: true, value: changed.event })
    expect(value).toMatchObject({
      timestamp: new Date(platform.clock.wallMs()).toISOString(),
      submission: { uuid: submissionId, status: 'VISA_GRANTED', ...grant },
    })
    expect(event?.id).toBe(changed.eventId)
    expect(await platform.jobs(endpointId)).toEqual([changed.deliveryId])
  })

  it('3.transitions, 6.4.1, 9.2 drops the grant with the next status', async () => {
    const { submissionId } = await platform.makeParty()
    const granted = { submissionId, status: 'VISA_GRANTED', grant }
    await platform.write((context) => changeStatus(granted, context))
    const returned = { submissionId, status: 'RETURNED' }
    const changed = await platform.write((context) => changeStatus(returned, context))
    expect(changed.ok && Object.keys(changed.event.submission).toSorted()).toEqual([
      'applicant',
      'contactStatus',
      'status',
      'uuid',
      'visa',
    ])
  })

  it('D-014 gives the events of a submission increasing timestamps, even concurrently or with the clock set back', async () => {
    const { submissionId, endpointId } = await platform.makeParty()
    const change = (count: number) => platform.emit(submissionId, `STATUS_${count}`)
    await Promise.all(Array.from({ length: 8 }, (_, count) => change(count)))
    platform.clock.advance(-3_600_000)
    await Promise.all(Array.from({ length: 4 }, (_, count) => change(8 + count)))
    platform.clock.advance(3_600_000)
    const rows = await eventsOf(submissionId)
    const times = rows.map(({ timestamp }) => new Date(timestamp).getTime())
    expect(new Set(times).size).toBe(12)
    const told = rows.map(({ body }) => JSON.parse(Buffer.from(body).toString()))
    expect(told.map(({ timestamp }) => Date.parse(timestamp))).toEqual(times)
    const stored = await find(submissionId)
    // The stored status is that of the last event.
    expect(stored).toMatchObject({ status: told.at(-1)?.submission.status })
    expect(await platform.states(endpointId)).toEqual({ pending: 12 })
    expect(new Set(await platform.jobs(endpointId)).size).toBe(12)
  })

  it('creates no delivery if the partner has no endpoint', async () => {
    const submissionId = await platform.makeSubmission(await platform.makePartner())
    const change = { submissionId, status: 'RETURNED' }
    const changed = await platform.write((context) => changeStatus(change, context))
    expect(changed).toMatchObject({ ok: true, deliveryId: null })
    expect(await eventsOf(submissionId)).toHaveLength(1)
  })

  it('D-009 refuses an event that is one byte too large for receivers, and changes nothing', async () => {
    const { submissionId } = await platform.makeParty()
    const withRemarks = (length: number) => {
      const remarks = 'x'.repeat(length)
      const change = { submissionId, status: 'VISA_GRANTED', grant: { ...grant, remarks } }
      return platform.write((context) => changeStatus(change, context))
    }
    const small = await withRemarks(0)
    if (!small.ok) throw new Error('The status was not changed.')
    const room = constants.bodyLimitBytes - Buffer.byteLength(JSON.stringify(small.event))
    expect((await withRemarks(room)).ok).toBe(true)
    expect(await withRemarks(room + 1)).toMatchObject({
      ok: false,
      code: 'unprocessable_content',
      issues: [{ path: '', keyword: 'bodyLimitBytes' }],
    })
    expect(await eventsOf(submissionId)).toHaveLength(2)
  })
})
