import { messages } from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'
import { expect, it } from 'vitest'
import { lockSubmissions } from '../../src/platform/lock-submissions.ts'
import { createEvent, storeEvents } from '../../src/platform/submission-events.ts'
import { listSubmissions } from '../../src/platform/submissions.ts'
import { grant } from '../operator/a-world.ts'
import { storeKind } from '../store-kind.ts'
import { startPlatform } from './start-platform.ts'

const { id, name } = messages.submissionUpdated
const message = { name, parse: messageParsers[id].payload.sent }

it('stores everything that an event may change about its submission', async () => {
  const platform = await startPlatform(storeKind)
  const { submissionId: submission } = await platform.makeParty()
  const change = { status: 'VISA_GRANTED', contactStatus: 'CONTACTED', grant }
  await platform.write(async (context) => {
    const found = await lockSubmissions([submission], { ...context, waits: true })
    const locked = found.get(submission)
    const made = locked && createEvent(locked, { message, change, context })
    if (!made?.ok) throw new Error('No event was made.')
    await storeEvents([made], context)
  })
  const page = await listSubmissions({ submission }, { limit: 1, after: null }, platform.orm)
  expect(page).toMatchObject({ ok: true, items: [change] })
})
