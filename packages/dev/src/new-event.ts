import { globSync } from 'node:fs'
import { parse } from 'yaml'
import { type Draft, fill, ScaffoldError, truncated, withUnknownField } from './scaffold/draft.ts'
import { addEntry, addRule, insertBefore } from './scaffold/edit-text.ts'
import { runMain, type ScaffoldCommand } from './scaffold/run-scaffold.ts'
import { toCamel, toKebab, toPascal, toSentence, toWords } from './scaffold/words.ts'
import { root } from './workspaces.ts'

export const newEvent: ScaffoldCommand = {
  name: 'new:event',
  usage: `Usage: npx pnpm@12 new:event NAME [--dry-run]

Adds a submission event, such as submission.withdrawn: contract, examples, decision, sender, handler, tests.
TODO marks what a person must decide. check:specs fails until each TODO is replaced.

  --dry-run  lists the files without writing them

Exit codes: 1 if the name is taken, 2 if the command line is wrong.`,
  fill: draftEvent,
}

type Document = {
  channels: Record<string, unknown>
  components: { messages: Record<string, { name: string }> }
}

/** Drafts an event of a submission. Throws a `ScaffoldError` for a name that is invalid or taken. */
function draftEvent(draft: Draft, event: string): void {
  const { channels, components }: Document = parse(draft.read('specs/asyncapi.yaml'))
  assertFree(event, components, draft)
  const words = toWords(event)
  const [kebab, message, title] = [toKebab(words), toCamel(words), toPascal(words)]
  const [channel = ''] = Object.keys(channels)
  const decision = draft.nextDecision()
  const names = { event, decision, channel, message, Event: title, Title: toSentence(words) }
  const values = { ...names, 'event-kebab': kebab }

  const add = (path: string[], entry: string) =>
    draft.change('specs/asyncapi.yaml', (text) => addEntry(text, { path, entry }))
  const reference = `${message}:\n  $ref: "#/components/messages/${message}"\n`
  add(['channels', channel, 'messages'], reference)
  add(['operations'], fill('event/sending.yaml', values))
  add(['components', 'messages'], fill('event/message.yaml', values))
  draft.addAll(
    {
      // It has the shape that existing receivers know, so that they keep the event (D-024).
      [`specs/schemas/${kebab}.yaml`]: 'event/event.yaml',
      [`specs/decisions/${decision}-${kebab}.md`]: 'event/decision.md',
      [`apps/server/src/platform/send-${kebab}.ts`]: 'event/sender.ts',
      [`apps/server/test/platform/send-${kebab}.test.ts`]: 'event/sender.test.ts',
      [`apps/receiver/src/handlers/handle-${kebab}.ts`]: 'event/handler.ts',
      [`apps/receiver/test/handlers/handle-${kebab}.test.ts`]: 'event/handler.test.ts',
    },
    values,
  )
  draft.change('apps/receiver/src/handlers/handlers.ts', (text) => {
    const line = `import { handle${title} } from './handle-${kebab}.ts'\n`
    const imported = insertBefore(text, /^import /m, line)
    return insertBefore(imported, /,?\s*}$/m, `, ${message}: handle${title}`)
  })
  for (const app of ['server', 'receiver'])
    draft.change(`apps/${app}/README.md`, (text) => addRule(text, decision))

  const [sibling = ''] = Object.keys(components.messages)
  const known = `specs/examples/${toKebab(toWords(sibling))}/valid/returned.json`
  const value = { ...JSON.parse(draft.read(known)), event }
  const { submission: _, ...without } = value
  draft.addExamples(kebab, decision, [
    { name: `valid/${kebab}`, says: 'The event as it is sent.', value },
    withUnknownField('event', value),
    {
      name: 'invalid/event-is-null',
      says: 'The body names the event.',
      fails: ['/event', 'type'],
      unusable: 'Without it, a program cannot tell what happened.',
      value: { ...value, event: null },
    },
    {
      name: 'invalid/without-submission',
      says: 'The event is one of a submission.',
      fails: ['/submission', 'required'],
      unusable: 'The submission is what the event is about.',
      value: without,
    },
    truncated(`{"event":"${event}","timestamp":`),
  ])
}

const form = /^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$/

function assertFree(event: string, { messages }: Document['components'], draft: Draft): void {
  if (!form.test(event))
    throw new ScaffoldError(
      'usage',
      `The event name ${event} is malformed. Write it like submission.withdrawn.`,
    )
  const id = toCamel(toWords(event))
  if (Object.entries(messages).some(([known, { name }]) => name === event || known === id))
    throw new ScaffoldError('clash', `Event ${event} is already in asyncapi.yaml. Choose another.`)
  const example = globSync('specs/examples/*/tolerated/*.json', { cwd: root })
    .sort()
    .find((file) => {
      const value: unknown = JSON.parse(draft.read(file))
      return value === event || (value as { event?: unknown } | null)?.event === event
    })
  if (example)
    throw new ScaffoldError(
      'clash',
      `${example} uses ${event} as an example of an unknown event. Choose another name.`,
    )
}

if (import.meta.main) runMain(newEvent)
