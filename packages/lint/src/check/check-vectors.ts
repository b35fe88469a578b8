import { isDeepStrictEqual } from 'node:util'
import { didYouMean } from '../contract/nearest-name.ts'
import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import { type Place, resolve } from '../contract/references.ts'
import { listCitations, listRules, texts } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'
import { checkVectorConstants, rowsOf } from './check-constants.ts'
import { createReferee } from './referee.ts'

const rowFields = ['name', 'rule', 'given', 'want']
const citeSo =
  "Cite the id of a statement in quotes, such as '5.4', or of a decision, such as D-002."

/** Vector tables in another shape, rows and cases with an unknown rule, other constants or answers. */
export function* checkVectors(specs: Specs): Iterable<Found> {
  for (const { file, value } of specs.files.values())
    if (file.startsWith('vectors/')) yield* checkTable(file, value)
  yield* checkVectorConstants(specs)
  yield* checkAnswers(specs)
  const rules = listRules(specs)
  for (const { file, path, id } of listCitations(specs)) {
    if (typeof id === 'string' && rules.has(id)) continue
    const message = `${typeof id === 'string' ? id : 'This'} is neither a statement nor a decision.`
    const fix = typeof id === 'string' ? didYouMean(id, rules, citeSo) : citeSo
    yield { file, path, rule: 'rules/unknown', message, fix }
  }
}

function* checkTable(file: string, value: unknown): Iterable<Found> {
  const { title, fixtures, rows } = isRecord(value) ? value : {}
  const lacks = (key: string, fix: string): Found => ({
    file,
    path: [key],
    rule: 'vectors/shape',
    message: `This table has no ${key}.`,
    fix,
  })
  if (!Array.isArray(rows) || rows.length === 0) {
    const row = '{ "name", "rule", "given", "want" }'
    yield lacks('rows', `Write { "title": …, "fixtures": {}, "rows": [ ${row} ] }.`)
    return
  }
  if (typeof title !== 'string' || title === '')
    yield lacks('title', 'Write "title" with one line.')
  if (!isRecord(fixtures)) yield lacks('fixtures', 'Write "fixtures": {}, or what the rows share.')
  const seen = new Set<unknown>()
  for (const [index, row] of rows.entries()) {
    const finding = checkRow(row, seen)
    if (finding) yield { file, path: ['rows', index, 'name'], ...finding }
  }
}

function checkRow(row: unknown, seen: Set<unknown>): Finding | undefined {
  const rule = 'vectors/shape'
  if (!isRecord(row) || rowFields.some((key) => !(key in row))) {
    const message = `A row needs ${rowFields.join(', ')}.`
    return { rule, message, fix: 'Add what is missing.' }
  }
  const unknown = Object.keys(row).find((key) => !rowFields.includes(key))
  if (unknown !== undefined) {
    const message = `${unknown} is not a field of a row.`
    return { rule, message, fix: didYouMean(unknown, rowFields, 'Move it into given or want.') }
  }
  if (typeof row.name !== 'string' || row.name === '') {
    const message = 'The name of a row must be a sentence.'
    return { rule, message, fix: 'Say what the row shows.' }
  }
  const isTwice = seen.has(row.name)
  seen.add(row.name)
  if (!isTwice) return undefined
  const message = 'Two rows have this name.'
  return { rule: 'vectors/same-name', message, fix: 'Say what is different about this one.' }
}

const document = 'openapi.yaml'

/** Rows of `answers.json` that the responses of the API document judge in another way. */
function* checkAnswers(specs: Specs): Iterable<Found> {
  const file = 'vectors/answers.json'
  for (const { path, given, want } of rowsOf(specs.files.get(file)?.value)) {
    const wrong = findWrong(specs, given)
    const wanted = texts(valueAt(want, ['wrong']))
    if (isDeepStrictEqual(wrong, wanted)) continue
    const message = `According to ${document}, this is wrong: ${wrong.join(', ') || 'nothing'}. The row says: ${wanted.join(', ') || 'nothing'}.`
    const fix = 'Correct the response in the document, or the row and the decision that it cites.'
    yield { file, path: [...path, 'want', 'wrong'], rule: 'vectors/other-answer', message, fix }
  }
}

type Header = Place & { value: unknown }

/** The headers, and `body`, that an exchange lacks, has too many of, or writes in another form; sorted. */
function findWrong(specs: Specs, given: Record<string, unknown>): string[] {
  const operation = findOperation(specs, given.operationId)
  if (!operation) return ['operationId']
  const membersOf = ({ file, path, value }: Header, key: string): [string, Header][] =>
    Object.keys(Object(valueAt(value, [key]))).map((name) => [
      name,
      resolve(specs, file, [...path, key, name]),
    ])
  const asked = membersOf(resolve(specs, document, operation), 'parameters')
    .filter(([, { value }]) => valueAt(value, ['in']) === 'header')
    .map(([, one]): [string, Header] => [String(valueAt(one.value, ['name'])), one])
  const response = resolve(specs, document, [...operation, 'responses', String(given.status)])
  const hasBody = membersOf(response, 'content').length > 0
  return [
    ...wrongHeaders(specs, asked, given.requestHeaders),
    ...wrongHeaders(specs, membersOf(response, 'headers'), given.headers),
    ...(hasBody === given.hasBody ? [] : ['body']),
  ].sort()
}

function wrongHeaders(specs: Specs, documented: [string, Header][], given: unknown): string[] {
  const sent = isRecord(given) ? given : {}
  const unknown = Object.keys(sent).filter((name) => !documented.some(([one]) => one === name))
  const wrong = documented.filter(([name, { file, path, value }]) => {
    const text = sent[name]
    if (text === undefined) return valueAt(value, ['required']) === true
    return createReferee(specs)({ file, path: [...path, 'schema'] }, text, 'sent').length > 0
  })
  return [...unknown, ...wrong.map(([name]) => name)]
}

function findOperation({ files }: Specs, operationId: unknown): Path | undefined {
  const paths = Object(valueAt(files.get(document)?.value, ['paths']))
  for (const [path, item] of Object.entries(paths))
    for (const [method, one] of Object.entries(Object(item)))
      if (valueAt(one, ['operationId']) === operationId) return ['paths', path, method]
  return undefined
}
