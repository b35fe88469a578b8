import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@partner-platform/client'
import { StartError } from '@partner-platform/settings'
import { messages, type SubmissionUpdated } from '@partner-platform/types'
import { isVisaGranted, messageParsers } from '@partner-platform/validators'
import type { Figure } from './format-table.ts'
import { expectData } from './prepare-partner.ts'
import type { RunningPlatform } from './start-platform.ts'

/** Examples of the contract whose change the server can be made to send. */
export const sampleChanges = ['returned', 'visa-granted']

/** Countries through the client, then two status changes that end in the receiver's inbox. */
export async function makeRoundTrip(platform: RunningPlatform): Promise<Figure[]> {
  const steps = [await listCountries(platform)]
  for (const example of sampleChanges) steps.push(await changeStatus(platform, example))
  return steps
}

async function listCountries({ serverUrl, apiKey }: RunningPlatform): Promise<Figure> {
  const client = createClient({ baseUrl: serverUrl, apiKey })
  const result = await client.listCountries()
  const what = 'client lists countries'
  if (result.status !== 200) return { what, outcome: `${result.status}`, ok: false }
  const { rateLimit } = result
  const outcome = `200, ${result.data.result.length} countries, ${rateLimit?.remaining} calls left, more in ${rateLimit?.resetSeconds} s`
  return { what, outcome, ok: true }
}

async function changeStatus(platform: RunningPlatform, example: string): Promise<Figure> {
  const { status, attempt, kept } = await moveSample(platform, example)
  const what = `submission moves to ${status}`
  const fail = (outcome: string): Figure => ({ what, outcome, ok: false })
  if (attempt?.outcome !== 'accepted') return fail(`webhook: ${attempt?.outcome ?? 'not sent'}`)
  if (kept === undefined) return fail('webhook accepted, but not in the inbox')
  if (!kept.verified) return fail('the webhook was stored without verification')
  const { visaExpiryDate: expiry } = kept.event.submission
  const outcome = `webhook signed, ${attempt.status} in ${attempt.durationMs} ms, verified, kept and ${kept.state}${expiry ? `, visa until ${expiry.slice(0, 10)}` : ''}`
  return { what, outcome, ok: kept.event.submission.status === status && kept.state === 'handled' }
}

/** Changes a submission as an example shows, and finds its event in the inbox. */
export async function moveSample(platform: RunningPlatform, example: string) {
  const { attempt, ...moved } = await sendSample(platform, example)
  return { status: moved.status, attempt, kept: attempt && (await findKept(platform, moved)) }
}

type Sender = Pick<RunningPlatform, 'operator' | 'partnerId'>

/** Changes a submission as an example of the contract shows, and waits for the first attempt to deliver it. */
export async function sendSample({ operator, partnerId: partner }: Sender, example: string) {
  const { submission, change } = sampleChange(example)
  const body = { partner, environment: 'development', ...submission } as const
  const made = expectData(await operator.POST('/operator/v1/submissions', { body }))
  const params = { path: { submissionId: made.id } }
  const { timestamp, deliveryId } = expectData(
    await operator.POST('/operator/v1/submissions/{submissionId}/status', { params, body: change }),
  )
  const attempt = deliveryId === null ? undefined : await firstAttempt(operator, deliveryId)
  return { status: change.status, submissionUuid: made.id, timestamp, attempt }
}

/** How long a record may take to appear, and how often to look for it. */
const patienceMs = 20_000
const lookMs = 25

/** Looks until it is found or time is up, and at least once. */
async function lookFor<T>(look: () => Promise<T>, isFound: (found: T) => boolean): Promise<T> {
  const endMs = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (isFound(found) || performance.now() > endMs) return found
    await delay(lookMs)
  }
}

async function firstAttempt(operator: RunningPlatform['operator'], deliveryId: string) {
  const params = { path: { deliveryId } }
  const look = async () => {
    const got = await operator.GET('/operator/v1/deliveries/{deliveryId}', { params })
    return expectData(got).attempts
  }
  const [attempt] = await lookFor(look, (attempts) => attempts.length > 0)
  return attempt
}

type Sought = { submissionUuid: string; timestamp: string }

/** The event as the receiver's inbox has it once it is handled, or `undefined` if it did not arrive. */
async function findKept(
  { receiver: { view } }: RunningPlatform,
  { submissionUuid, timestamp }: Sought,
) {
  const look = async () => {
    const { entries } = await view.list({ search: submissionUuid, limit: 10 })
    return entries.find(({ occurredAt }) => occurredAt === timestamp)
  }
  // If the first attempt did not arrive, there is nothing to wait for.
  const entry = await lookFor(look, (found) => found?.state !== 'accepted')
  const detail = entry && (await view.read(entry.id))
  if (!detail) return undefined
  const event = JSON.parse(Buffer.from(detail.body).toString()) as SubmissionUpdated
  return { ...detail, event }
}

/** What an example of the contract, such as `visa-granted`, tells of a submission and of its change. */
export function sampleChange(example: string) {
  const file = `specs/examples/submission-updated/valid/${example}.json`
  const unusable = (cause?: unknown) =>
    new StartError(`${file} is not an event that the service may send. Restore or correct it.`, {
      cause,
    })
  let value: unknown
  try {
    const url = import.meta.resolve(`@partner-platform/${file}`)
    value = JSON.parse(readFileSync(fileURLToPath(url), 'utf8'))
  } catch (cause) {
    throw unusable(cause)
  }
  const checked = messageParsers[messages.submissionUpdated.id].payload.sent(value)
  if (!checked.ok) throw unusable()
  const changed = checked.value.submission
  const { contactStatus, visa, applicant, status } = changed
  const submission = { contactStatus, visa, applicant, status: 'SUBMITTED' }
  if (!isVisaGranted(changed)) return { submission, change: { status } }
  const { feedbackDocsUrl, remarks, visaExpiryDate } = changed
  return { submission, change: { status, grant: { feedbackDocsUrl, remarks, visaExpiryDate } } }
}
