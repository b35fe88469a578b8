import { addExamples } from './add-examples.ts'
import type { Draft } from './draft.ts'
import type { EventNames } from './name-event.ts'
import { toKebab, toWords } from './words.ts'

/** Adds examples of the event, made of one that is there: each kind once. */
export function addEventExamples(draft: Draft, { name, words, sibling }: EventNames, rule: string) {
  const known = `specs/examples/${toKebab(toWords(sibling))}`
  const event = { ...JSON.parse(draft.read(`${known}/valid/returned.json`)), event: name }
  const { submission: _submission, ...without } = event
  addExamples(draft, toKebab(words), [
    { name: `valid/${toKebab(words)}`, says: 'The event as it is sent.', rule, value: event },
    {
      name: 'tolerated/unknown-field',
      says: 'A field of the event that a reader does not know is skipped.',
      rule: 'D-026',
      fails: { path: '/fieldOfTomorrow', keyword: 'additionalProperties' },
      value: { ...event, fieldOfTomorrow: null },
    },
    {
      name: 'invalid/event-is-null',
      says: 'The body names the event.',
      rule,
      fails: { path: '/event', keyword: 'type' },
      value: { ...event, event: null },
    },
    {
      name: 'invalid/without-submission',
      says: 'The event is one of a submission.',
      rule,
      fails: { path: '/submission', keyword: 'required' },
      value: without,
    },
    {
      name: 'unparseable/truncated',
      says: 'The body broke off.',
      rule,
      value: `{"event":"${name}","timestamp":`,
    },
  ])
}
