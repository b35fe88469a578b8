import { nearestName } from '../contract/nearest-name.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import {
  type Decision,
  listMarks,
  readDecisions,
  readStatements,
  texts,
} from '../contract/rules.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'

const statuses = ['proposed', 'accepted', 'replaced']
const fields = ['id', 'title', 'status', 'answers', 'extends', 'seals', 'replacedBy']

/** Decisions that are cited and not recorded, recorded and not cited, or not in the shape of a record. */
export function checkDecisions(specs: Specs): Problem[] {
  const decisions = readDecisions(specs)
  return [
    ...decisions.flatMap((decision) => checkRecord(specs, decision)),
    ...checkTwice(specs, decisions),
    ...checkCited(specs, decisions),
    ...checkUncited(specs, decisions),
  ]
}

function checkRecord(specs: Specs, { id, file, front }: Decision): Problem[] {
  const source = specs.records.get(file) as SourceText
  const problems: Problem[] = []
  const report = (key: string, message: string, fix: string) =>
    problems.push(source.problem(key ? [key] : [], { rule: 'decisions/shape', message, fix }))
  if (id === '') {
    report('', 'The file name is no D-NNN-<slug>.md.', 'Rename it, such as D-028-quiet-hours.md.')
    return problems
  }
  if (Object.keys(front).length === 0) {
    report(
      '',
      'This record has no front matter.',
      `Begin with ---, id: ${id}, title, status, answers or extends, ---.`,
    )
    return problems
  }
  if (front.id !== id) report('id', 'The id is not that of the file name.', `Write id: ${id}.`)
  if (typeof front.title !== 'string' || front.title === '') {
    report('title', 'The record has no title.', 'Write title: with the choice in one line.')
  }
  if (!statuses.includes(String(front.status))) {
    report('status', 'The status is unknown.', `Write one of ${statuses.join(', ')}.`)
  }
  const text = new TextDecoder().decode(specs.bytes.get(file))
  if (!/^\*\*How to change it\.\*\* /m.test(text)) {
    const fix = 'End it with **How to change it.** and what a change touches and breaks.'
    report('', 'The record does not say how to change it.', fix)
  }
  for (const key of Object.keys(front)) {
    if (fields.includes(key)) continue
    report(key, `${key} is no field of a record.`, `Use ${fields.join(', ')}.`)
  }
  return [...problems, ...checkAnswers(specs, { file, front })]
}

function checkAnswers(specs: Specs, { file, front }: Pick<Decision, 'file' | 'front'>): Problem[] {
  const source = specs.records.get(file) as SourceText
  const ids = readStatements(specs).map(({ id }) => id)
  if (front.extends !== undefined) {
    const isRight =
      isRecord(front.extends) &&
      Object.keys(front.extends).length > 0 &&
      Object.values(front.extends).every(
        (members) => texts(members).length > 0 && texts(members).length === (members as []).length,
      )
    const message = 'extends has no list of members by statement.'
    const fix = "Write extends: { '<section>.<item>': ['<member>'] }, each in quotes."
    if (!isRight) return [source.problem(['extends'], { rule: 'decisions/shape', message, fix })]
    if (front.answers === undefined) return []
  }
  const answers = texts(front.answers)
  const isWrong = !Array.isArray(front.answers) || answers.length !== front.answers.length
  if (isWrong || answers.length === 0) {
    const open = readStatements(specs).filter(({ shown }) => !shown)
    const candidates = open.map(({ id }) => `'${id}'`).join(', ')
    const isEmpty = Array.isArray(front.answers) && front.answers.length === 0
    const message = isEmpty ? 'answers is empty.' : 'answers is no list of statements.'
    const fix = `Write answers: ['<id>'], each in quotes, such as ${candidates}.`
    return [source.problem(['answers'], { rule: 'decisions/shape', message, fix })]
  }
  return answers.flatMap((answer, index) => {
    if (ids.includes(answer)) return []
    const near = nearestName(answer, ids)
    const finding = {
      rule: 'decisions/unknown-statement',
      message: `statements.yaml has no statement ${answer}.`,
      fix: near ? `Did you mean ${near}?` : 'Name the statement that this record answers.',
    }
    return [source.problem(['answers', index], finding)]
  })
}

function checkTwice(specs: Specs, decisions: Decision[]): Problem[] {
  return decisions.flatMap(({ id, file }, index) => {
    if (id === '' || decisions.findIndex((one) => one.id === id) === index) return []
    const fix = 'Give the newer one the next free number, and cite that.'
    const finding = { rule: 'decisions/shape', message: `There are two records ${id}.`, fix }
    return (specs.records.get(file) as SourceText).problem([], finding)
  })
}

function checkCited(specs: Specs, decisions: Decision[]): Problem[] {
  const ids = decisions.map(({ id }) => id)
  return listMarks(specs, 'x-decision').flatMap(({ file, path, id }) => {
    if (ids.includes(id)) return []
    const near = nearestName(id, ids)
    const finding = {
      rule: 'decisions/unknown',
      message: `There is no record ${id} in decisions/.`,
      fix: `Add specs/decisions/${id}-<slug>.md${near ? `, or write ${near}` : ''}.`,
    }
    return specs.files.get(file)?.problem(path, finding) ?? []
  })
}

function checkUncited(specs: Specs, decisions: Decision[]): Problem[] {
  const cited = new Set(listMarks(specs, 'x-decision').map(({ id }) => id))
  return decisions
    .filter(({ id }) => id !== '' && !cited.has(id))
    .map(({ id, file }) =>
      (specs.records.get(file) as SourceText).problem(['id'], {
        rule: 'decisions/not-cited',
        message: `No node of the documents rests on ${id}.`,
        fix: `Write x-decision: ${id} on the node that follows from it.`,
      }),
    )
}
