import { isDeepStrictEqual } from 'node:util'
import { casesFile, readCases, schemasShown } from '../contract/example-cases.ts'
import { didYouMean } from '../contract/nearest-name.ts'
import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { listRules, texts } from '../contract/rules.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { checkVectorConstants } from './check-vector-constants.ts'
import { createReferee } from './referee.ts'

const rowFields = ['name', 'rule', 'given', 'want']

/** Vector tables that are no tables, rows and cases that rest on an unknown rule, other constants or answers. */
export function checkVectors(specs: Specs): Problem[] {
  const rules = listRules(specs)
  const tables = [...specs.files.values()].filter(({ file }) => file.startsWith('vectors/'))
  return [
    ...tables.flatMap((source) => checkTable(source, rules)),
    ...checkVectorConstants(specs),
    ...checkAnswers(specs),
    ...[...schemasShown(specs)].flatMap((schema) => {
      const source = specs.files.get(casesFile(schema))
      if (!source) return []
      return Object.entries(readCases(specs, schema)).flatMap(([key, said]) =>
        isRecord(said) ? checkRules(source, [key, 'rule'], rules) : [],
      )
    }),
  ]
}

function checkTable(source: SourceText, rules: ReadonlySet<string>): Problem[] {
  const { title, fixtures, rows } = isRecord(source.value) ? source.value : {}
  const report = (key: string, fix: string) =>
    source.problem([key], { rule: 'vectors/shape', message: `A table has ${key}.`, fix })
  if (!Array.isArray(rows) || rows.length === 0) {
    const fix =
      'Write { "title": …, "fixtures": {}, "rows": [ { "name", "rule", "given", "want" } ] }.'
    return [report('rows', fix)]
  }
  const seen = new Set<unknown>()
  return [
    ...(typeof title === 'string' && title !== ''
      ? []
      : [report('title', 'Write "title" with one line.')]),
    ...(isRecord(fixtures)
      ? []
      : [report('fixtures', 'Write "fixtures": {}, or what the rows share.')]),
    ...rows.flatMap((row: unknown, index) => {
      const finding = checkRow(row, seen)
      if (!finding) return checkRules(source, ['rows', index, 'rule'], rules)
      return [source.problem(['rows', index, 'name'], finding)]
    }),
  ]
}

function checkRow(row: unknown, seen: Set<unknown>): Finding | undefined {
  const rule = 'vectors/shape'
  if (!isRecord(row) || rowFields.some((key) => !(key in row))) {
    const message = `A row has ${rowFields.join(', ')}.`
    return { rule, message, fix: 'Add what is missing.' }
  }
  const unknown = Object.keys(row).find((key) => !rowFields.includes(key))
  if (unknown !== undefined) {
    const message = `A row has no field ${unknown}.`
    return { rule, message, fix: didYouMean(unknown, rowFields, 'Move it into given or want.') }
  }
  if (typeof row.name !== 'string' || row.name === '')
    return { rule, message: 'The name of a row is a sentence.', fix: 'Say what the row shows.' }
  const isTwice = seen.has(row.name)
  seen.add(row.name)
  if (!isTwice) return undefined
  const message = 'Two rows have this name.'
  return { rule: 'vectors/same-name', message, fix: 'Say what is different about this one.' }
}

const citeSo =
  "Cite the id of a statement in quotes, such as '5.4', or of a decision, such as D-002."

/** The ids at a path, one or a list, are those of statements or decisions. */
function checkRules(source: SourceText, path: Path, rules: ReadonlySet<string>): Problem[] {
  const value = valueAt(source.value, path)
  return [value].flat().flatMap((id, index) => {
    if (typeof id === 'string' && rules.has(id)) return []
    const finding = {
      rule: 'rules/unknown',
      message: `${typeof id === 'string' ? id : 'This'} is neither a statement nor a decision.`,
      fix: typeof id === 'string' ? didYouMean(id, rules, citeSo) : citeSo,
    }
    return [source.problem(Array.isArray(value) ? [...path, index] : path, finding)]
  })
}

const document = 'openapi.yaml'

/** Rows of `answers.json` that the responses of the API document judge in another way. */
function checkAnswers(specs: Specs): Problem[] {
  const source = specs.files.get('vectors/answers.json')
  const rows = valueAt(source?.value, ['rows'])
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) => {
    const wrong = findWrong(specs, valueAt(row, ['given']))
    const wanted = texts(valueAt(row, ['want', 'wrong']))
    if (isDeepStrictEqual(wrong, wanted)) return []
    const finding = {
      rule: 'vectors/other-answer',
      message: `By ${document} this is wrong: ${wrong.join(', ') || 'nothing'}. The row says: ${wanted.join(', ') || 'nothing'}.`,
      fix: 'Correct the response in the document, or the row and the decision that it cites.',
    }
    return source?.problem(['rows', index, 'want', 'wrong'], finding) ?? []
  })
}

type Header = { file: string; path: Path; value: unknown }

/** The headers, and `body`, that an exchange lacks, has too many of, or writes in another form; sorted. */
function findWrong(specs: Specs, given: unknown): string[] {
  if (!isRecord(given)) return ['given']
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
