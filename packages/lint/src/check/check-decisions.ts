import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { isRecord, type Path } from '../contract/pointer.ts'
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
  const cited = new Set(listMarks(specs, 'x-decision').map(({ id }) => id))
  return [
    ...decisions.flatMap((decision, index) => {
      const { id, file } = decision
      const source = specs.records.get(file) as SourceText
      const isTwice = id !== '' && decisions.findIndex((one) => one.id === id) !== index
      return [
        ...checkRecord(specs, source, decision),
        ...(isTwice ? [toShape(source, [], `There are two records ${id}.`, newNumber)] : []),
        ...(id === '' || cited.has(id) ? [] : [notCited(source, id)]),
      ]
    }),
    ...checkCited(specs, decisions),
  ]
}

const newNumber = 'Give the newer one the next free number, and cite that.'

const notCited = (source: SourceText, id: string): Problem =>
  source.problem(['id'], {
    rule: 'decisions/not-cited',
    message: `No node of the documents rests on ${id}.`,
    fix: `Write x-decision: ${id} on the node that follows from it.`,
  })

const toShape = (source: SourceText, path: Path, message: string, fix: string): Problem =>
  source.problem(path, { rule: 'decisions/shape', message, fix })

function checkRecord(specs: Specs, source: SourceText, { id, file, front }: Decision): Problem[] {
  const report = (key: string, message: string, fix: string) =>
    toShape(source, key ? [key] : [], message, fix)
  if (id === '') {
    const fix = 'Rename it, such as D-028-quiet-hours.md.'
    return [report('', 'The file name is no D-NNN-<slug>.md.', fix)]
  }
  if (Object.keys(front).length === 0) {
    const fix = `Begin with ---, id: ${id}, title, status, answers or extends, ---.`
    return [report('', 'This record has no front matter.', fix)]
  }
  const problems: Problem[] = []
  const expect = (isRight: boolean, ...what: Parameters<typeof report>) => {
    if (!isRight) problems.push(report(...what))
  }
  const { title, status } = front
  const text = new TextDecoder().decode(specs.bytes.get(file))
  expect(front.id === id, 'id', 'The id is not that of the file name.', `Write id: ${id}.`)
  const isTitle = typeof title === 'string' && title !== ''
  expect(isTitle, 'title', 'The record has no title.', 'Write title: with the choice in one line.')
  const isStatus = statuses.includes(String(status))
  expect(isStatus, 'status', 'The status is unknown.', `Write one of ${statuses.join(', ')}.`)
  expect(
    /^\*\*How to change it\.\*\* /m.test(text),
    '',
    'The record does not say how to change it.',
    'End it with **How to change it.** and what a change touches and breaks.',
  )
  for (const key of Object.keys(front))
    expect(
      fields.includes(key),
      key,
      `${key} is no field of a record.`,
      `Use ${fields.join(', ')}.`,
    )
  return [...problems, ...checkAnswers(specs, source, front)]
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && texts(value).length === value.length

function checkAnswers(specs: Specs, source: SourceText, front: Decision['front']): Problem[] {
  const { extends: extended, answers } = front
  if (extended !== undefined) {
    const lists = isRecord(extended) ? Object.values(extended) : []
    if (lists.length === 0 || !lists.every(isTexts)) {
      const message = 'extends has no list of members by statement.'
      const fix = "Write extends: { '<section>.<item>': ['<member>'] }, each in quotes."
      return [toShape(source, ['extends'], message, fix)]
    }
    if (answers === undefined) return []
  }
  const statements = readStatements(specs)
  const ids = statements.map(({ id }) => id)
  if (!isTexts(answers)) {
    const open = statements.flatMap(({ id, shown }) => (shown ? [] : [`'${id}'`])).join(', ')
    const isEmpty = Array.isArray(answers) && answers.length === 0
    const message = isEmpty ? 'answers is empty.' : 'answers is no list of statements.'
    const fix = `Write answers: ['<id>'], each in quotes, such as ${open}.`
    return [toShape(source, ['answers'], message, fix)]
  }
  return texts(answers).flatMap((answer, index) => {
    if (ids.includes(answer)) return []
    const message = `statements.yaml has no statement ${answer}.`
    const fix = didYouMean(answer, ids, 'Name the statement that this record answers.')
    const finding = { rule: 'decisions/unknown-statement', message, fix }
    return [source.problem(['answers', index], finding)]
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
