import { createHash } from 'node:crypto'
import { didYouMean } from '../contract/nearest-name.ts'
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
      const message = `A statement has no use for ${unknown}.`
      const fix = didYouMean(unknown, known, 'Delete it.')
      return [source.problem([index, unknown], { ...shape, message, fix }, true)]
    }
    const { id, says } = one
    if (typeof id !== 'string' || typeof says !== 'string' || says === '')
      return [source.problem([index, 'id'], shape)]
    const isTwice = seen.has(id)
    seen.add(id)
    const [message, fix] = [`There are two statements ${id}.`, 'Give one of them its own id.']
    return isTwice ? [source.problem([index, 'id'], { ...shape, message, fix })] : []
  })
}

function checkIds(specs: Specs): Problem[] {
  const ids = readStatements(specs).map(({ id }) => id)
  return listMarks(specs, 'x-source').flatMap(({ file, path, id }) => {
    if (ids.includes(id)) return []
    const message = `statements.yaml has no statement ${id}.`
    const fix = didYouMean(id, ids, 'Cite another one, or a decision.')
    return specs.files.get(file)?.problem(path, { rule: 'sources/unknown', message, fix }) ?? []
  })
}

function checkCarried(specs: Specs, source: SourceText): Problem[] {
  const carried = new Set(listMarks(specs, 'x-source').map(({ id }) => id))
  const answers = listAnswers(specs)
  return readStatements(specs).flatMap(({ id, index, says, shown }) => {
    const quoted = JSON.stringify(id)
    const notCarried = {
      rule: 'sources/not-carried',
      message: `${id} says: ${says} No node carries it.`,
      fix: `Write x-source: ${quoted} on the node that says so.`,
    }
    const unanswered = {
      rule: 'sources/unanswered',
      message: `The source does not show ${id}, and no decision answers it.`,
      fix: `Add ${quoted} to answers of the record in specs/decisions/ that settles it.`,
    }
    return [
      ...(carried.has(id) ? [] : [notCarried]),
      ...(shown || answers.has(id) ? [] : [unanswered]),
    ].map((finding) => source.problem([index, 'id'], finding))
  })
}

/**
 * The newest seal among the decisions must be that of the statements: it changes with every change of what they
 * hold, and of what they do not show.
 */
function checkSeal(specs: Specs, source: SourceText): Problem[] {
  const held = readStatements(specs).map(({ id, shown, holds }) => [id, shown, holds])
  const seal = createHash('sha256').update(JSON.stringify(held)).digest('hex').slice(0, 12)
  const seals = readDecisions(specs).flatMap(({ front }) => front.seals ?? [])
  if (seals.at(-1) === seal) return []
  return [
    source.problem([], {
      rule: 'sources/changed',
      message: 'What the statements hold is not what the last decision with seals: knows.',
      fix: `Take the change back: a decision extends a statement, and leaves it as it is. If the source itself changed, say so in a new record in specs/decisions/, with seals: '${seal}' in its front matter.`,
    }),
  ]
}
