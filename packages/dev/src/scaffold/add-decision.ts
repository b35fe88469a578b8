import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Draft } from './draft.ts'
import { addToBrackets } from './edit-yaml.ts'

/** A record to be: what its paragraphs cannot know yet begins with `TODO:`. */
export type NewDecision = {
  id: string
  /** The rest of its file name. */
  slug: string
  title: string
  /** The statement that it answers, one that the source leaves open. */
  answers: string
  /** Folder or file below `specs/` that shows the choice. */
  shows: readonly string[]
  /** The nodes that rest on it. */
  at: readonly string[]
  context: string
  choice: string
  why: string
  howToChange: string
}

/** The next free id in `specs/decisions`. */
export function nextDecisionId(root: string): string {
  const numbers = readdirSync(join(root, 'specs/decisions')).map((name) =>
    Number(/^D-(\d{3})-/.exec(name)?.[1] ?? 0),
  )
  return `D-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

/** Adds the record, and says in the ledger which statement it answers. */
export function addDecision(draft: Draft, decision: NewDecision): void {
  draft.add(`specs/decisions/${decision.id}-${decision.slug}.md`, renderDecision(decision))
  draft.change('specs/statements.yaml', (text) => {
    const statements: { id: string }[] = parse(text)
    const index = statements.findIndex(({ id }) => id === decision.answers)
    return addToBrackets(text, { path: [index, 'answeredBy'], item: decision.id })
  })
}

const renderDecision = ({ id, title, answers, shows, at, ...says }: NewDecision) => `---

id: ${id}
title: ${title}
status: proposed
answers: ["${answers}"]
shows: [${shows.join(', ')}]
at:
${at.map((node) => `  - ${node}`).join('\n')}
---

**Context.** ${says.context}

**Choice.** ${says.choice}

**Why, and what rests on it.** ${says.why}

**How to change it.** ${says.howToChange}
`
