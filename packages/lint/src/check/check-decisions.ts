import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import {
  type Decision,
  listMarks,
  readDecisions,
  readStatements,
  texts,
} from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

const statuses = ['proposed', 'accepted', 'replaced']
const fields = ['id', 'title', 'status', 'answers', 'extends', 'seals', 'replacedBy']

/** Decisions that are cited and not recorded, recorded and not cited, or not in the shape of a record. */
export function* checkDecisions(specs: Specs): Iterable<Found> {
  const decisions = readDecisions(specs)
  const ids = decisions.map(({ id }) => id)
  const marks = listMarks(specs, 'x-decision')
  for (const [index, decision] of decisions.entries()) {
    const { id, file } = decision
    yield* checkRecord(specs, decision)
    if (id === '') continue
    if (ids.indexOf(id) !== index) {
      const fix = 'Give the newer one the next free number, and cite that.'
      yield { file, path: [], rule: shape, message: `Two decisions have the id ${id}.`, fix }
    }
    if (marks.some((mark) => mark.id === id)) continue
    const message = `No node in the documents cites ${id}.`
    const fix = `Write x-decision: ${id} on the node that follows from it.`
    yield { file, path: ['id'], rule: 'decisions/not-cited', message, fix }
  }
  for (const { file, path, id } of marks) {
    if (ids.includes(id)) continue
    const near = nearestName(id, ids)
    const message = `There is no decision ${id} in decisions/.`
    const fix = `Add specs/decisions/${id}-<slug>.md${near ? `, or write ${near}` : ''}.`
    yield { file, path, rule: 'decisions/unknown', message, fix }
  }
}

const shape = 'decisions/shape'

function* checkRecord(specs: Specs, { id, file, front }: Decision): Iterable<Found> {
  const toFound = (key: string, message: string, fix: string): Found => ({
    file,
    path: key ? [key] : [],
    rule: shape,
    message,
    fix,
  })
  if (id === '') {
    const fix = 'Rename it to a name such as D-028-quiet-hours.md.'
    yield toFound('', 'The file name is not D-NNN-<slug>.md.', fix)
    return
  }
  if (Object.keys(front).length === 0) {
    const fix = `Begin the file with front matter between two lines of ---: id: ${id}, title, status, and answers or extends.`
    yield toFound('', 'This decision has no front matter.', fix)
    return
  }
  const { title, status } = front
  if (front.id !== id) yield toFound('id', 'The id differs from the file name.', `Write id: ${id}.`)
  const oneLine = 'Write title: with the choice in one line.'
  if (typeof title !== 'string' || title === '')
    yield toFound('title', 'The decision has no title.', oneLine)
  if (!statuses.includes(String(status)))
    yield toFound('status', 'The status is unknown.', `Write one of ${statuses.join(', ')}.`)
  if (!/^\*\*How to change it\.\*\* /m.test(new TextDecoder().decode(specs.bytes.get(file)))) {
    const fix = 'End it with **How to change it.** and what a change touches and breaks.'
    yield toFound('', 'The decision does not say how to change it.', fix)
  }
  for (const key of Object.keys(front).filter((one) => !fields.includes(one)))
    yield toFound(key, `${key} is not a field of a decision.`, `Use ${fields.join(', ')}.`)
  yield* checkAnswers(specs, file, front)
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && texts(value).length === value.length

function* checkAnswers(specs: Specs, file: string, front: Decision['front']): Iterable<Found> {
  const { extends: extended, answers } = front
  if (extended !== undefined) {
    const lists = isRecord(extended) ? Object.values(extended) : []
    if (lists.length === 0 || !lists.every(isTexts)) {
      const message = 'extends must list members by statement.'
      const fix = "Write extends: { '<section>.<item>': ['<member>'] }, each in quotes."
      yield { file, path: ['extends'], rule: shape, message, fix }
      return
    }
    if (answers === undefined) return
  }
  const statements = readStatements(specs)
  const ids = statements.map(({ id }) => id)
  if (!isTexts(answers)) {
    const open = statements.flatMap(({ id, shown }) => (shown ? [] : [`'${id}'`])).join(', ')
    const isEmpty = Array.isArray(answers) && answers.length === 0
    const message = isEmpty ? 'answers is empty.' : 'answers is not a list of statements.'
    const fix = `Write answers: ['<id>'], each in quotes, such as ${open}.`
    yield { file, path: ['answers'], rule: shape, message, fix }
    return
  }
  for (const [index, answer] of texts(answers).entries()) {
    if (ids.includes(answer)) continue
    const message = `statements.yaml has no statement ${answer}.`
    const fix = didYouMean(answer, ids, 'Name the statement that this decision answers.')
    yield { file, path: ['answers', index], rule: 'decisions/unknown-statement', message, fix }
  }
}
