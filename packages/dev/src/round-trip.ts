import { createClient } from '@partner-platform/client'
import type { StatusChange } from '@partner-platform/server'
import { sampleChange } from './sample-change.ts'
import type { RunningPlatform } from './start-platform.ts'

export interface Step {
  what: string
  outcome: string
  ok: boolean
}

/** Countries through the client, then two status changes that end in the receiver's inbox. */
export async function makeRoundTrip(platform: RunningPlatform): Promise<Step[]> {
  return [
    await listCountries(platform),
    await changeStatus(platform, sampleChange('returned')),
    await changeStatus(platform, sampleChange('visa-granted')),
  ]
}

async function listCountries({ serverUrl, apiKey }: RunningPlatform): Promise<Step> {
  const client = createClient({ baseUrl: serverUrl, apiKey })
  const result = await client.listCountries()
  const what = 'client lists countries'
  if (result.status !== 200) return { what, outcome: `${result.status}`, ok: false }
  const { rateLimit } = result
  const outcome = `200, ${result.data.result.length} countries, ${rateLimit?.remaining} calls left in ${rateLimit?.resetSeconds} s`
  return { what, outcome, ok: true }
}

async function changeStatus(
  { server, receiver }: RunningPlatform,
  change: StatusChange,
): Promise<Step> {
  const what = `submission moves to ${change.status}`
  const result = await server.platform.changeStatus(change)
  if (!result.ok) return { what, outcome: result.code, ok: false }
  const attempt = result.delivery?.attempts.at(-1)
  const kept = (await receiver.inbox.events()).find(
    ({ event }) =>
      event.submission.uuid === result.event.submission.uuid &&
      event.timestamp === result.event.timestamp,
  )
  if (attempt?.outcome !== 'accepted' || kept === undefined) {
    return { what, outcome: `the webhook was ${attempt?.outcome ?? 'not sent'}`, ok: false }
  }
  if (kept.notes.includes('unverified')) {
    return { what, outcome: 'the webhook was kept unverified', ok: false }
  }
  const expiry = kept.event.submission.visaExpiryDate
  const outcome = `webhook signed, ${attempt.status} in ${attempt.durationMs} ms, verified and kept${expiry ? `, visa until ${expiry.slice(0, 10)}` : ''}`
  return { what, outcome, ok: kept.event.submission.status === change.status }
}
