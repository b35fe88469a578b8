import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspaces.ts'
import type { Draft } from './draft.ts'

/** A new record. What a person must still write begins with `TODO:`. */
export type NewDecision = {
  id: string
  /** The rest of its file name. */
  slug: string
  title: string
  /** The statement that it extends, and the member that it adds there. */
  extends: { statement: string; member: string }
  context: string
  choice: string
  why: string
  howToChange: string
}

/** The next free id in `specs/decisions`. */
export function nextDecisionId(): string {
  const numbers = readdirSync(join(root, 'specs/decisions')).map((name) =>
    Number(/^D-(\d{3})-/.exec(name)?.[1] ?? 0),
  )
  return `D-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

/** Adds the record. */
export function addDecision(draft: Draft, decision: NewDecision): void {
  draft.add(`specs/decisions/${decision.id}-${decision.slug}.md`, renderDecision(decision))
}

const renderDecision = ({ id, title, extends: { statement, member }, ...says }: NewDecision) => `---

id: ${id}
title: ${title}
status: proposed
extends: { "${statement}": ["${member}"] }
---

**Context.** ${says.context}

**Choice.** ${says.choice}

**Why, and what rests on it.** ${says.why}

**How to change it.** ${says.howToChange}
`
