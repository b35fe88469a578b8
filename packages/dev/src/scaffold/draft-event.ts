import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../workspaces.ts'
import { addDecision, nextDecisionId } from './add-decision.ts'
import { addExamples } from './add-examples.ts'
import { type Draft, ScaffoldError } from './draft.ts'
import { addEntry, addRule, insertBefore } from './edit-text.ts'
import { toCamel, toKebab, toPascal, toSentence, toWords } from './words.ts'

/**
 * Drafts an event of a submission: its part of the contract with examples, the decision it
 * rests on, its handler and its test. Throws a `ScaffoldError` for a name that is invalid or taken.
 */
export function draftEvent(draft: Draft, name: string): void {
  const names = nameEvent(name, draft)
  const id = nextDecisionId()
  addToDocument(draft, names, id)
  addEventExamples(draft, names, id)
  addToReceiver(draft, names, id)
  const slug = toKebab(names.words)
  addDecision(draft, {
    ...{ id, slug },
    extends: { statement: '6.1.2', member: `send${toPascal(names.words)}` },
    title: `The service also sends ${name}`,
    context: 'TODO: Say who asked for it, and what the source says of it or leaves open.',
    choice: `TODO: Say when \`${name}\` is sent, and what a partner does with it. Then let info.description of asyncapi.yaml speak of one event more.`,
    why: 'TODO: Say why so and not otherwise, and set status to accepted when that is agreed.',
    howToChange: `Fields stand in \`schemas/${slug}.yaml\`. The event only grows; what breaks its readers is another event (D-026).`,
  })
}

/** The names of a new event. */
type EventNames = {
  /** `submission.withdrawn`. */
  name: string
  /** `submission`, `withdrawn`. */
  words: string[]
  /** Its channel, and an existing message of that channel. */
  channel: string
  sibling: string
}

type Document = {
  channels: Record<string, unknown>
  components: { messages: Record<string, { name: string }> }
}

const form = /^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/

/** The names derived from the event; throws a `ScaffoldError` if it is invalid or taken. */
function nameEvent(name: string, draft: Draft): EventNames {
  if (!form.test(name))
    throw new ScaffoldError(
      'usage',
      `Event ${name} is malformed: write one such as submission.withdrawn. Try --help.`,
    )
  const words = toWords(name)
  const { channels, components }: Document = parse(draft.read('specs/asyncapi.yaml'))
  const messages = Object.entries(components.messages)
  if (messages.some(([id, message]) => message.name === name || id === toCamel(words)))
    throw new ScaffoldError('clash', `Event ${name} is already in asyncapi.yaml. Choose another.`)
  const example = findUnknown(name, draft)
  if (example)
    throw new ScaffoldError(
      'clash',
      `Event ${name} is an unknown event in ${example}. Choose another.`,
    )
  const [[channel = ''] = [], [sibling = ''] = []] = [
    Object.keys(channels),
    Object.keys(components.messages),
  ]
  return { name, words, channel, sibling }
}

/** The example that uses the name as one that is not in the contract. */
const findUnknown = (name: string, draft: Draft): string | undefined =>
  globSync('specs/examples/*/tolerated/*.json', { cwd: root })
    .sort()
    .find((file) => {
      const value: unknown = JSON.parse(draft.read(join(file)))
      return value === name || (value as { event?: unknown } | null)?.event === name
    })

const file = 'specs/asyncapi.yaml'

/** Adds the message, its operation and its schema to the contract. */
function addToDocument(draft: Draft, names: EventNames, decision: string): void {
  const { words, channel } = names
  const [id, schema] = [toCamel(words), toKebab(words)]
  const add = (path: string[], entry: string) =>
    draft.change(file, (text) => addEntry(text, { path, entry }))
  const inChannel = `${id}:\n  $ref: "#/components/messages/${id}"\n`
  add(['channels', channel, 'messages'], inChannel)
  add(['operations'], renderSending(names, decision))
  add(['components', 'messages'], renderMessage(names, decision))
  draft.add(`specs/schemas/${schema}.yaml`, renderSchema(names, decision))
}

const renderSending = ({ name, words, channel }: EventNames, decision: string) =>
  `send${toPascal(words)}:
  action: send
  channel:
    $ref: "#/channels/${channel}"
  title: Send ${name}
  summary: Sends \`${name}\`.
  description: "TODO: Say when the service sends \`${name}\`."
  bindings:
    http:
      method: POST
      bindingVersion: 0.3.0
  messages:
    - $ref: "#/channels/${channel}/messages/${toCamel(words)}"
  x-decision: ${decision}
`

const renderMessage = ({ name, words }: EventNames, decision: string) =>
  `${toCamel(words)}:
  name: ${name}
  title: ${toSentence(words)}
  summary: "TODO: Say in one line what \`${name}\` tells."
  contentType: application/json
  headers:
    type: object
    required: [Content-Type, X-Platform-Event]
    properties:
      Content-Type:
        description: Always JSON.
        type: string
        const: application/json
        x-decision: ${decision}
      X-Platform-Event:
        description: Event name, for logs and counts.
        type: string
        const: ${name}
        x-decision: ${decision}
      X-Platform-Signature:
        $ref: ./schemas/platform-signature.yaml
    x-decision: ${decision}
  payload:
    $ref: ./schemas/${toKebab(words)}.yaml
  examples:
    - name: ${toCamel(words)}
      summary: The event as it is sent
      headers:
        Content-Type: application/json
        X-Platform-Event: ${name}
      payload:
        $ref: ./examples/${toKebab(words)}/valid/${toKebab(words)}.json
  x-decision: ${decision}
`

/** Has the shape that existing receivers know, so that they keep the event (D-024). */
const renderSchema = ({ name, words }: EventNames, decision: string) => `title: ${toPascal(words)}
description: What the service tells a partner with \`${name}\`.
type: object
additionalProperties: false
required: [event, timestamp, agent, submission]
x-decision: [${decision}, D-026]
properties:
  event:
    description: Event name. A reader meets names it does not know without failing.
    type: string
    enum: [${name}]
  timestamp:
    description: Time of the event.
    allOf:
      - $ref: ./timestamp.yaml
  agent:
    description: The partner the submission belongs to.
    allOf:
      - $ref: ./agent.yaml
  submission:
    description: The submission as it is now.
    allOf:
      - $ref: ./submission.yaml
`

/** Adds one example of each kind, derived from an existing one. */
function addEventExamples(draft: Draft, { name, words, sibling }: EventNames, rule: string) {
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

const app = 'apps/receiver'

/** Adds the handler, its registration, its test and its rule in the README. */
function addToReceiver(draft: Draft, names: EventNames, decision: string): void {
  const { words } = names
  const file = `handle-${toKebab(words)}`
  const handler = `handle${toPascal(words)}`
  draft.add(`${app}/src/handlers/${file}.ts`, renderHandler(names, decision))
  draft.add(`${app}/test/handlers/${file}.test.ts`, renderTest(names, decision))
  draft.change(`${app}/src/handlers/handlers.ts`, (text) => {
    const imported = insertBefore(text, /^import /m, `import { ${handler} } from './${file}.ts'\n`)
    return insertBefore(imported, /^}$/m, `  ${toCamel(words)}: ${handler},\n`)
  })
  draft.change(`${app}/README.md`, (text) => addRule(text, decision))
}

const renderHandler = ({ name, words }: EventNames, decision: string) =>
  `import type { EventHandlers } from '../handle/by-event.ts'

/**
 * Does the work of \`${name}\`.
 * @see specs/decisions/ ${decision}
 */
export const handle${toPascal(words)}: EventHandlers['${toCamel(words)}'] = () => {
  throw new Error(
    'Nothing is done with ${name}: expected its work. Write it in src/handlers/handle-${toKebab(words)}.ts.',
  )
}
`

function renderTest({ words }: EventNames, decision: string): string {
  const id = toCamel(words)
  return `import { examples } from '@partner-platform/contract-kit'
import { constants, messages } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { byEvent, type EventHandlers } from '../../src/handle/by-event.ts'
import { handlers } from '../../src/handlers/handlers.ts'
import { useReceiver } from '../use-receiver.ts'

const { name, payload } = messages.${id}
const example = examples(payload).find(({ folder }) => folder === 'valid')
if (!example) throw new Error('The example is missing.')
const { bytes } = example
const event = example.value as Parameters<EventHandlers['${id}']>[0]
const { startReceiver } = useReceiver()

describe(name, () => {
  it('${decision} is kept, and given to its handler', async () => {
    const seen: unknown[] = []
    const { send } = await startReceiver({
      now: () => Date.parse(event.timestamp),
      handle: byEvent({ ...handlers, ${id}: (one) => void seen.push(one) }),
    })
    const { status } = await send({ body: bytes, event: name })
    expect(status).toBe(constants.receiverAnswers.accepted)
    await expect.poll(() => seen).toEqual([event])
  })

  it('${decision} has a handler that does its work', async () => {
    const context = {
      ...{ tries: 1, superseded: false, storageKey: '0'.repeat(64) },
      signal: new AbortController().signal,
    }
    const work = async () => handlers.${id}(event, context)
    const problem = await work().then(
      () => null,
      ({ message }: Error) => message,
    )
    expect(problem, problem ?? '').toBeNull()
  })
})
`
}
