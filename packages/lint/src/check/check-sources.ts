import { createHash } from 'node:crypto'
import { didYouMean } from '../contract/nearest-name.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import { listAnswers, listMarks, readDecisions, readStatements } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

const file = 'statements.yaml'
const known = ['id', 'says', 'shown', 'holds']

/** Statements that no node carries, that no decision answers, or that say something new. */
export function* checkSources(specs: Specs): Iterable<Found> {
  yield* checkShape(specs.files.get(file)?.value)
  const statements = readStatements(specs)
  const ids = statements.map(({ id }) => id)
  const marks = listMarks(specs, 'x-source')
  for (const { file, path, id } of marks) {
    if (ids.includes(id)) continue
    const message = `statements.yaml has no statement ${id}.`
    const fix = didYouMean(id, ids, 'Cite another one, or a decision.')
    yield { file, path, rule: 'sources/unknown', message, fix }
  }
  const carried = new Set(marks.map(({ id }) => id))
  const answers = listAnswers(specs)
  for (const { id, index, says, shown } of statements) {
    const at = { file, path: [index, 'id'] }
    if (!carried.has(id)) {
      const message = `${id} says: ${says} No node carries it.`
      const fix = `Write x-source: ${JSON.stringify(id)} on the node that says so.`
      yield { ...at, rule: 'sources/not-carried', message, fix }
    }
    if (shown || answers.has(id)) continue
    const message = `The source does not show ${id}, and no decision answers it.`
    const fix = `Add ${JSON.stringify(id)} to answers of the decision in specs/decisions/ that settles it.`
    yield { ...at, rule: 'sources/unanswered', message, fix }
  }
  yield* checkSeal(specs)
}

function* checkShape(statements: unknown): Iterable<Found> {
  const shape: Finding = {
    rule: 'sources/shape',
    message: 'A statement must be { id, says }, with shown and holds where they apply.',
    fix: "Write id: '<section>.<item>' in quotes, says: with one sentence.",
  }
  if (!Array.isArray(statements)) {
    yield { file, path: [], ...shape }
    return
  }
  const seen = new Set<unknown>()
  for (const [index, one] of statements.entries()) {
    const { id, says } = isRecord(one) ? one : {}
    const unknown = Object.keys(isRecord(one) ? one : {}).find((key) => !known.includes(key))
    const path = [index, 'id']
    if (!isRecord(one)) yield { file, path: [index], ...shape }
    else if (unknown) {
      const message = `${unknown} is not a field of a statement.`
      const fix = didYouMean(unknown, known, 'Delete it.')
      yield { ...shape, file, path: [index, unknown], onKey: true, message, fix }
    } else if (typeof id !== 'string' || typeof says !== 'string' || says === '')
      yield { file, path, ...shape }
    else if (seen.has(id)) {
      const message = `Two statements have the id ${id}.`
      yield { ...shape, file, path, message, fix: 'Give one of them its own id.' }
    } else seen.add(id)
  }
}

/**
 * The newest seal among the decisions must match the statements. The seal changes if what they hold or what they
 * do not show changes.
 */
function* checkSeal(specs: Specs): Iterable<Found> {
  const held = readStatements(specs).map(({ id, shown, holds }) => [id, shown, holds])
  const seal = createHash('sha256').update(JSON.stringify(held)).digest('hex').slice(0, 12)
  const seals = readDecisions(specs).flatMap(({ front }) => front.seals ?? [])
  if (seals.at(-1) === seal) return
  const message = 'The statements do not match the seal in the latest decision that has seals.'
  const fix = `Undo the change: a decision extends a statement but never changes it. If the source itself changed, say so in a new decision in specs/decisions/, with seals: '${seal}' in its front matter.`
  yield { file, path: [], rule: 'sources/changed', message, fix }
}
