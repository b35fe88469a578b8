import { casesFile, listExamples, readCases } from '../contract/example-cases.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { listRules } from '../contract/rules.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { checkVectorAnswers } from './check-vector-answers.ts'
import { checkVectorConstants } from './check-vector-constants.ts'

const rowFields = ['name', 'rule', 'given', 'want']

/** Vector tables that are no tables, rows and cases that rest on a rule that there is not, other constants. */
export function checkVectors(specs: Specs): Problem[] {
  const rules = listRules(specs)
  const tables = [...specs.files.values()].filter(({ file }) => file.startsWith('vectors/'))
  const schemas = new Set(listExamples(specs).map(({ schema }) => schema))
  return [
    ...tables.flatMap((source) => checkTable(source, rules)),
    ...checkVectorConstants(specs),
    ...checkVectorAnswers(specs),
    ...[...schemas].flatMap((schema) => {
      const source = specs.files.get(casesFile(schema))
      if (!source) return []
      return Object.entries(readCases(specs, schema)).flatMap(([key, said]) =>
        isRecord(said) ? checkRules(source, [key, 'rule'], said.rule, rules) : [],
      )
    }),
  ]
}

function checkTable(source: SourceText, rules: ReadonlySet<string>): Problem[] {
  const table = source.value
  const rule = 'vectors/shape'
  if (!isRecord(table) || !Array.isArray(table.rows) || table.rows.length === 0) {
    const message = 'A table has rows.'
    const fix =
      'Write { "title": …, "fixtures": {}, "rows": [ { "name", "rule", "given", "want" } ] }.'
    return [source.problem(['rows'], { rule, message, fix })]
  }
  const problems: Problem[] = []
  if (typeof table.title !== 'string' || table.title === '') {
    const message = 'A table has a title.'
    problems.push(source.problem(['title'], { rule, message, fix: 'Write "title" with one line.' }))
  }
  if (!isRecord(table.fixtures)) {
    const fix = 'Write "fixtures": {}, or what the rows share.'
    problems.push(source.problem(['fixtures'], { rule, message: 'A table has fixtures.', fix }))
  }
  const seen = new Set<unknown>()
  for (const [index, row] of (table.rows as unknown[]).entries()) {
    const finding = checkRow(row, seen)
    if (finding) problems.push(source.problem(['rows', index, 'name'], finding))
    else if (isRecord(row)) {
      problems.push(...checkRules(source, ['rows', index, 'rule'], row.rule, rules))
    }
  }
  return problems
}

function checkRow(row: unknown, seen: Set<unknown>): Finding | undefined {
  const rule = 'vectors/shape'
  if (!isRecord(row) || rowFields.some((key) => !(key in row))) {
    const message = `A row has ${rowFields.join(', ')}.`
    return { rule, message, fix: 'Add what is missing.' }
  }
  const unknown = Object.keys(row).find((key) => !rowFields.includes(key))
  if (unknown !== undefined) {
    const near = nearestName(unknown, rowFields)
    const message = `A row has no field ${unknown}.`
    return { rule, message, fix: near ? `Did you mean ${near}?` : 'Move it into given or want.' }
  }
  if (typeof row.name !== 'string' || row.name === '') {
    return { rule, message: 'The name of a row is a sentence.', fix: 'Say what the row shows.' }
  }
  const isTwice = seen.has(row.name)
  seen.add(row.name)
  if (!isTwice) return undefined
  const message = 'Two rows have this name.'
  return { rule: 'vectors/same-name', message, fix: 'Say what is different about this one.' }
}

function checkRules(
  source: SourceText,
  path: (string | number)[],
  value: unknown,
  rules: ReadonlySet<string>,
): Problem[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((id, index) => {
    if (typeof id === 'string' && rules.has(id)) return []
    const near = typeof id === 'string' ? nearestName(id, rules) : undefined
    const finding = {
      rule: 'rules/unknown',
      message: `${typeof id === 'string' ? id : 'This'} is neither a statement nor a decision.`,
      fix: near
        ? `Did you mean ${near}?`
        : "Cite the id of a statement in quotes, such as '5.4', or of a decision, such as D-002.",
    }
    return [source.problem(Array.isArray(value) ? [...path, index] : path, finding)]
  })
}
