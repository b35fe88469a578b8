import { addDecision, nextDecisionId } from './add-decision.ts'
import type { Draft } from './draft.ts'
import { nameOperation, type OperationWish } from './name-operation.ts'
import { addToDocument } from './operation-document.ts'
import { addOperationExamples } from './operation-examples.ts'
import { addToServer } from './operation-server.ts'
import { toKebab, toWords } from './words.ts'

/**
 * Drafts an operation that lists things: its part of the contract with examples, the decision it rests
 * on, its route and its test. Throws a `ScaffoldError` for names that cannot be or are taken.
 */
export function draftOperation(draft: Draft, root: string, wish: OperationWish): void {
  const names = nameOperation(wish, draft)
  const id = nextDecisionId(root)
  addToDocument(draft, names, id)
  addOperationExamples(draft, names, id)
  addToServer(draft, names, id)
  const [item, many] = [toKebab(names.one), names.many.join(' ')]
  addDecision(draft, {
    ...{ id, slug: toKebab(toWords(names.id)) },
    extends: { statement: '4.1.path', member: names.path },
    title: `Partners can list ${many}`,
    context: 'TODO: Say who asked for it, and what the source says of it or leaves open.',
    choice: `TODO: Say which ${many} a partner gets, in which order, and with which fields. Then let info.description of openapi.yaml speak of one operation more.`,
    why: 'TODO: Say why so and not otherwise, and set status to accepted when that is agreed.',
    howToChange: `Fields stand in \`schemas/${item}.yaml\`. Within v1 the list only grows (D-026).`,
  })
}
