import { addDecision, nextDecisionId } from './add-decision.ts'
import type { Draft } from './draft.ts'
import { addToDocument } from './event-document.ts'
import { addEventExamples } from './event-examples.ts'
import { addToReceiver } from './event-receiver.ts'
import { nameEvent } from './name-event.ts'
import { toKebab, toPascal } from './words.ts'

/**
 * Drafts an event that tells of a submission: its part of the contract with examples, the decision it
 * rests on, its handler and its test. Throws a `ScaffoldError` for a name that cannot be or is taken.
 */
export function draftEvent(draft: Draft, root: string, name: string): void {
  const names = nameEvent(name, draft, root)
  const id = nextDecisionId(root)
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
