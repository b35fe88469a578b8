import { type Example, examples } from '@partner-platform/contract-kit'
import type { SubmissionUpdated } from '@partner-platform/types'
import { parseSubmissionUpdatedSent } from '@partner-platform/validators'
import { verifySignature } from '@partner-platform/webhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReceiver } from './start-receiver.ts'
import { openServer } from './start-server.ts'

type Server = Awaited<ReturnType<typeof openServer>>
type Receiver = Awaited<ReturnType<typeof openReceiver>>
type Members = Record<string, unknown>

const environment = 'development'

/** Lets a test send a body that the types do not allow. */
const loose = <T>(body: unknown) => body as T

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)

const isTime = (value: unknown) =>
  typeof value === 'string' &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value

/** The operator requests that would lead to this event; empty if none would. */
function toWords(example: Example) {
  const { value } = example
  if (!isObject(value) || !isObject(value.agent) || !isObject(value.submission)) return []
  const { event, timestamp, agent, submission, ...others } = value
  const { uuid: partnerId, ...partner } = agent
  const { uuid, status, feedbackDocsUrl, remarks, visaExpiryDate, ...submissionParts } = submission
  // The server itself sets name, time and identifiers.
  const isOwn = event === 'submission.updated' && isTime(timestamp) && [partnerId, uuid].every(isId)
  if (!isOwn || Object.keys(others).length > 0) return []
  const given = { feedbackDocsUrl, remarks, visaExpiryDate }
  const granted = Object.entries(given).filter(([name]) => Object.hasOwn(submission, name))
  const grant = granted.length === 0 ? {} : { grant: Object.fromEntries(granted) }
  return [{ ...example, partner, submissionParts, change: { status, ...grant } }]
}

const rows = examples('SubmissionUpdated')
  .filter(({ folder }) => folder !== 'unparseable')
  .flatMap(toWords)

/** Valid events that the operator surface refuses: NUL, lone surrogates, lengths out of bounds. */
const beyondWords = [
  'empty-status',
  'hostile-remarks',
  'names-control',
  'names-empty',
  'names-lone-surrogate',
  'names-long',
]
const isSendable = ({ folder, name }: Example) => folder === 'valid' && !beyondWords.includes(name)

describe('examples of the webhook, produced through the operator surface', () => {
  let server: Server
  let receiver: Receiver
  beforeAll(async () => {
    server = await openServer({ role: 'all' })
    receiver = await openReceiver()
  })
  afterAll(async () => {
    await server.close()
    await receiver.close()
  })

  /** The status of the first refused step, or the request that the partner got. */
  async function lead({ partner, submissionParts, change }: (typeof rows)[number]) {
    const { operator } = server
    const { data: made, response } = await operator.POST('/operator/v1/partners', {
      body: loose(partner),
    })
    if (!made) return { refused: response.status }
    const { data: issued } = await operator.POST('/operator/v1/endpoints', {
      body: { partner: made.id, environment, url: `${receiver.url}/${made.id}` },
    })
    const begun = await operator.POST('/operator/v1/submissions', {
      body: loose({ ...submissionParts, partner: made.id, environment, status: 'RECEIVED' }),
    })
    if (!begun.data) return { refused: begun.response.status }
    const params = { path: { submissionId: begun.data.id } }
    const changed = await operator.POST('/operator/v1/submissions/{submissionId}/status', {
      params,
      body: loose(change),
    })
    if (!changed.data) return { refused: changed.response.status }
    const isSent = ({ path }: { path: string }) => path.endsWith(made.id)
    await expect.poll(() => receiver.requests.some(isSent)).toBe(true)
    const [sent, ...others] = receiver.requests.filter(isSent)
    if (!sent || !issued || others.length > 0) throw new Error('Expected exactly one request.')
    return { sent, secret: issued.secret, partner: made.id, submission: begun.data.id }
  }

  it('cover events that may be sent and events that may not', () => {
    expect(rows.filter(isSendable).length).toBeGreaterThan(20)
    expect(rows.filter((row) => !isSendable(row)).length).toBeGreaterThan(20)
  })

  it.each(rows.filter(isSendable))('$rule sends $file: $says', async (row) => {
    const led = await lead(row)
    if (!led.sent) throw new Error(`Refused with ${led.refused}.`)
    const { body, headers } = led.sent
    const { event, agent, submission } = row.value as SubmissionUpdated
    const received = JSON.parse(body.toString())
    expect(received).toEqual({
      event,
      timestamp: new Date(server.clock.wallMs()).toISOString(),
      agent: { ...agent, uuid: led.partner },
      submission: { ...submission, uuid: led.submission },
    })
    expect(parseSubmissionUpdatedSent(received).ok).toBe(true)
    const signature = String(headers['x-platform-signature'])
    expect(await verifySignature({ body, signature, secrets: [led.secret] })).toEqual({ ok: true })
  })

  it.each(rows.filter((row) => !isSendable(row)))(
    '$rule does not send $file: $says',
    async (row) => {
      expect(await lead(row)).toEqual({ refused: 422 })
    },
  )
})
