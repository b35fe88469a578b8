import { expect, it } from 'vitest'
import { byEvent } from '../../src/handle/by-event.ts'
import { handlers } from '../../src/handlers/handlers.ts'
import { eventWith } from '../deliveries.ts'

const context = {
  tries: 1,
  superseded: false,
  storageKey: '0'.repeat(64),
  departures: [],
  signal: new AbortController().signal,
}

it('D-024 gives an event to the handler for its name, and an unknown event to no handler', async () => {
  const seen: unknown[] = []
  const handle = byEvent({ ...handlers, submissionUpdated: (...given) => void seen.push(given) })
  const [known, unknown] = [eventWith({}), eventWith({ name: 'submission.of-tomorrow' })]
  for (const event of [unknown, known]) await handle(event, context)
  expect(seen).toEqual([[known, context]])
})
