import { checkStatementCarriers } from './check-carriers.ts'
import { nearestName } from './nearest-name.ts'
import { isRecord } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'
import { listMarks, readDecisions, readStatements, texts } from './rules.ts'
import type { SourceText } from './source-text.ts'
import type { Specs } from './specs.ts'

/** Statements and nodes that do not name each other, and open points that no decision answers. */
export function checkSources(specs: Specs): Problem[] {
  const source = specs.files.get('statements.yaml')
  if (!source) return []
  return [
    ...checkShape(source),
    ...checkIds(specs),
    ...checkStatementCarriers(specs),
    ...checkAnswers(specs),
  ]
}

function checkShape(source: SourceText): Problem[] {
  const shape: Finding = {
    rule: 'sources/shape',
    message: 'A statement is { id, says, at }, with shown, answeredBy, holds where they apply.',
    fix: "Write id: '<section>.<item>' in quotes, says: with one sentence, at: [<file>#/<pointer>].",
  }
  if (!Array.isArray(source.value)) return [source.problem([], shape)]
  const seen = new Set<unknown>()
  return source.value.flatMap((one: unknown, index) => {
    if (!isRecord(one)) return [source.problem([index], shape)]
    const known = ['id', 'says', 'shown', 'answeredBy', 'at', 'holds']
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
    if (texts(one.at).length === 0) {
      const message = `Nothing says which nodes carry ${one.id}.`
      const fix = 'Write at: [<file>#/<pointer>], and x-source on each of these nodes.'
      return [source.problem([index, 'at'], { ...shape, message, fix })]
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
      fix: near ? `Did you mean ${near}?` : `Add it to statements.yaml, or cite another one.`,
    }
    return specs.files.get(file)?.problem(path, finding) ?? []
  })
}

function checkAnswers(specs: Specs): Problem[] {
  const decisions = new Map(readDecisions(specs).map((decision) => [decision.id, decision]))
  const source = specs.files.get('statements.yaml')
  return readStatements(specs).flatMap(({ id, index, shown, answeredBy }) => {
    const problems: Problem[] = []
    const report = (path: (string | number)[], finding: Finding) => {
      if (source) problems.push(source.problem([index, ...path], finding))
    }
    if (!shown && answeredBy.length === 0) {
      report(['id'], {
        rule: 'sources/unanswered',
        message: `The source does not show ${id}, and no decision answers it.`,
        fix: 'Write answeredBy: [D-NNN], and the record in decisions/ if there is none yet.',
      })
    }
    for (const [position, decision] of answeredBy.entries()) {
      const record = decisions.get(decision)
      if (!record) {
        const near = nearestName(decision, decisions.keys())
        const message = `There is no record ${decision} in decisions/.`
        const fix = near ? `Did you mean ${near}?` : `Add decisions/${decision}-<slug>.md.`
        report(['answeredBy', position], { rule: 'sources/no-decision', message, fix })
      } else if (Array.isArray(record.front.answers) && !record.front.answers.includes(id)) {
        const message = `${decision} answers ${id} here, and does not say so in its record.`
        const fix = `Add '${id}' to answers in ${record.file}, or take ${decision} from here.`
        report(['answeredBy', position], { rule: 'sources/one-sided', message, fix })
      }
    }
    return problems
  })
}
