import { type Example, examples } from '@partner-platform/fixtures/tables'
import type { SubmissionUpdated } from '@partner-platform/types'
import { isTimestampSent, isUuidSent } from '@partner-platform/validators'
import { afterAll, describe, expect, it } from 'vitest'
import { startOperator } from './operator/start-operator.ts'

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The operator requests that would lead to this event; empty if none would. */
function toRequests(example: Example) {
  const { value } = example
  if (!isObject(value) || !isObject(value.agent) || !isObject(value.submission)) return []
  const { event, timestamp, agent, submission, ...others } = value
  const { uuid: partnerId, ...partner } = agent
  const { uuid, status, feedbackDocsUrl, remarks, visaExpiryDate, ...submissionParts } = submission
  // The server itself sets name, time and identifiers.
  const isOwn = event === 'submission.updated' && isTimestampSent(timestamp)
  if (!isOwn || ![partnerId, uuid].every(isUuidSent) || Object.keys(others).length > 0) return []
  const given = { feedbackDocsUrl, remarks, visaExpiryDate }
  const granted = Object.entries(given).filter(([name]) => Object.hasOwn(submission, name))
  const grant = granted.length === 0 ? {} : { grant: Object.fromEntries(granted) }
  return [{ ...example, partner, submissionParts, change: { status, ...grant } }]
}

const rows = examples('SubmissionUpdated')
  .filter(({ folder }) => folder !== 'unparseable')
  .flatMap(toRequests)

/** Valid events that the operator surface refuses: NUL, lone surrogates, lengths out of bounds. */
const beyondRequests = [
  'empty-status',
  'hostile-remarks',
  'names-control',
  'names-empty',
  'names-lone-surrogate',
  'names-long',
]
const isSendable = ({ folder, name }: Example) =>
  folder === 'valid' && !beyondRequests.includes(name)

describe('examples of the webhook, produced through the operator surface', async () => {
  const operator = await startOperator('embedded')
  afterAll(() => operator.close())

  /** The status of the first refused step, or the event as its attempts will send it. */
  async function lead({ partner, submissionParts, change }: (typeof rows)[number]) {
    const made = await operator.call('createPartner', { body: partner })
    if (made.status !== 201) return { refused: made.status }
    const own = { partner: made.json.id, environment: 'development', status: 'RECEIVED' }
    const begun = await operator.call('createSubmission', { body: { ...submissionParts, ...own } })
    if (begun.status !== 201) return { refused: begun.status }
    const { id: submissionId } = begun.json
    const changed = await operator.call('changeStatus', { params: { submissionId }, body: change })
    if (changed.status !== 202) return { refused: changed.status }
    const [stored] = await operator.platform.database.query<{ body: Uint8Array }>(
      'select body from events where id = $1',
      [changed.json.eventId],
    )
    const event = JSON.parse(Buffer.from(stored?.body ?? []).toString())
    return { event, partner: made.json.id, submission: submissionId }
  }

  it('cover events that may be sent and events that may not', () => {
    expect(rows.filter(isSendable).length).toBeGreaterThan(20)
    expect(rows.filter((row) => !isSendable(row)).length).toBeGreaterThan(20)
  })

  it.each(rows.filter(isSendable))('$rule sends $file: $says', async (row) => {
    const { event, agent, submission } = row.value as SubmissionUpdated
    const led = await lead(row)
    expect(led.event).toEqual({
      event,
      timestamp: new Date(operator.platform.clock.wallMs()).toISOString(),
      agent: { ...agent, uuid: led.partner },
      submission: { ...submission, uuid: led.submission },
    })
  })

  it.each(rows.filter((row) => !isSendable(row)))(
    '$rule does not send $file: $says',
    async (row) => {
      expect(await lead(row)).toEqual({ refused: 422 })
    },
  )
})
