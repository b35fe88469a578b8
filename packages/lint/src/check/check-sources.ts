import { createHash } from 'node:crypto'
import { nearestName } from '../contract/nearest-name.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { listAnswers, listMarks, readDecisions, readStatements } from '../contract/rules.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'

/** Statements that no node carries, that no decision answers, or that say something new. */
export function checkSources(specs: Specs): Problem[] {
  const source = specs.files.get('statements.yaml')
  if (!source) return []
  return [
    ...checkShape(source),
    ...checkIds(specs),
    ...checkCarried(specs, source),
    ...checkSeal(specs, source),
  ]
}

const known = ['id', 'says', 'shown', 'holds']

function checkShape(source: SourceText): Problem[] {
  const shape: Finding = {
    rule: 'sources/shape',
    message: 'A statement is { id, says }, with shown and holds where they apply.',
    fix: "Write id: '<section>.<item>' in quotes, says: with one sentence.",
  }
  if (!Array.isArray(source.value)) return [source.problem([], shape)]
  const seen = new Set<unknown>()
  return source.value.flatMap((one: unknown, index) => {
    if (!isRecord(one)) return [source.problem([index], shape)]
    const unknown = Object.keys(one).find((key) => !known.includes(key))
    if (unknown) {
      const near = nearestName(unknown, known)
      const fix = near ? `Did you mean ${near}?` : 'Delete it.'
      const message = `A statement has no use for ${unknown}.`
      return [source.problem([index, unknown], { ...shape, message, fix }, true)]
    }
    if (typeof one.id !== 'string' || typeof one.says !== 'string' || one.says === '') {
      return [source.problem([index, 'id'], shape)]
    }
    const isTwice = seen.has(one.id)
    seen.add(one.id)
    const message = `There are two statements ${one.id}.`
    return isTwice
      ? [source.problem([index, 'id'], { ...shape, message, fix: 'Give one of them its own id.' })]
      : []
  })
}

function checkIds(specs: Specs): Problem[] {
  const ids = readStatements(specs).map(({ id }) => id)
  return listMarks(specs, 'x-source').flatMap(({ file, path, id }) => {
    if (ids.includes(id)) return []
    const near = nearestName(id, ids)
    const finding = {
      rule: 'sources/unknown',
      message: `statements.yaml has no statement ${id}.`,
      fix: near ? `Did you mean ${near}?` : 'Cite another one, or a decision.',
    }
    return specs.files.get(file)?.problem(path, finding) ?? []
  })
}

function checkCarried(specs: Specs, source: SourceText): Problem[] {
  const carried = new Set(listMarks(specs, 'x-source').map(({ id }) => id))
  const answers = listAnswers(specs)
  return readStatements(specs).flatMap(({ id, index, says, shown }) => [
    ...(carried.has(id)
      ? []
      : [
          source.problem([index, 'id'], {
            rule: 'sources/not-carried',
            message: `${id} says: ${says} No node carries it.`,
            fix: `Write x-source: ${JSON.stringify(id)} on the node that says so.`,
          }),
        ]),
    ...(shown || answers.has(id)
      ? []
      : [
          source.problem([index, 'id'], {
            rule: 'sources/unanswered',
            message: `The source does not show ${id}, and no decision answers it.`,
            fix: `Add ${JSON.stringify(id)} to answers of the record in specs/decisions/ that settles it.`,
          }),
        ]),
  ])
}

/** The newest seal among the decisions must be that of the statements as they are. */
function checkSeal(specs: Specs, source: SourceText): Problem[] {
  const seals = readDecisions(specs).flatMap(({ front }) => front.seals ?? [])
  const seal = toSeal(specs)
  if (seals.at(-1) === seal) return []
  return [
    source.problem([], {
      rule: 'sources/changed',
      message: 'What the statements hold is not what the last decision with seals: knows.',
      fix: `Take the change back: a decision extends a statement, and leaves it as it is. If the source itself changed, say so in a new record in specs/decisions/, with seals: '${seal}' in its front matter.`,
    }),
  ]
}

/** Changes with every change of what the statements hold, and of what they do not show. */
export const toSeal = (specs: Specs): string =>
  createHash('sha256')
    .update(JSON.stringify(readStatements(specs).map(({ id, shown, holds }) => [id, shown, holds])))
    .digest('hex')
    .slice(0, 12)
