import {
  casesFile,
  type ExampleFile,
  exampleFolders,
  listExamples,
  readCases,
  schemaName,
  schemasShown,
} from '../contract/example-cases.ts'
import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { fromPointer, isRecord, type Path } from '../contract/pointer.ts'
import { type Problem, wholeFile } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { listMarks } from '../contract/rules.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { issuesOf } from './check-schema-values.ts'
import { createReferee } from './referee.ts'

/** Examples in unknown places, schemas without examples, and cases that do not match the files. */
export function checkCases(specs: Specs): Problem[] {
  const examples = listExamples(specs)
  const names = [...specs.files.keys()].flatMap((file) => schemaName(file) ?? [])
  return [
    ...examples.flatMap((example) => checkPlace(example, names)),
    ...names.flatMap((schema) => checkCoverage(specs, schema, examples)),
    ...[...schemasShown(specs)].flatMap((schema) => {
      const own = examples.filter((example) => example.schema === schema)
      return checkSchemaCases(specs, schema, own)
    }),
  ]
}

function checkPlace({ file, schema, folder }: ExampleFile, schemas: readonly string[]): Problem[] {
  const report = (message: string, fix: string) => [
    wholeFile(file, { rule: 'examples/misplaced', message, fix }),
  ]
  if (!schemas.includes(schema)) {
    const near = nearestName(schema, schemas) ?? '<schema>'
    const message = `There is no schemas/${schema}.yaml for this example.`
    return report(message, `Move it to examples/${near}/${folder}/.`)
  }
  if (!exampleFolders.includes(folder)) {
    const near = nearestName(folder, exampleFolders) ?? 'valid'
    const message = `Folder ${folder} is none of ${exampleFolders.join(', ')}.`
    return report(message, `Move it to examples/${schema}/${near}/.`)
  }
  if (file.endsWith('.json')) return []
  return report('An example is a .json file.', 'Rename or move it.')
}

const checkCoverage = ({ files }: Specs, schema: string, examples: ExampleFile[]): Problem[] =>
  ['valid', 'invalid'].flatMap((folder) => {
    if (examples.some((one) => one.schema === schema && one.folder === folder)) return []
    const finding = {
      rule: 'examples/missing',
      message: `This schema has no ${folder} example.`,
      fix: `Add examples/${schema}/${folder}/<case>.json and its entry in ${casesFile(schema)}.`,
    }
    return files.get(`schemas/${schema}.yaml`)?.problem([], finding) ?? []
  })

function checkSchemaCases(specs: Specs, schema: string, examples: ExampleFile[]): Problem[] {
  const source = specs.files.get(casesFile(schema))
  if (!source || !isRecord(source.value)) {
    const message = 'Nothing says what these examples show.'
    const fix = 'Write one entry per file: <folder>/<name>: { says, rule, path, keyword }.'
    return [wholeFile(casesFile(schema), { rule: 'cases/missing', message, fix })]
  }
  const cases = readCases(specs, schema)
  const names = new Map(examples.map((one) => [`${one.folder}/${one.name}`, one.file]))
  const without = [...names].filter(([key]) => !Object.hasOwn(cases, key))
  return [
    ...without.map(([key, file]) =>
      wholeFile(file, {
        rule: 'cases/no-entry',
        message: `${casesFile(schema)} does not say what this example shows.`,
        fix: `Add this entry to it: ${toEntry(specs, file, schema, key)}`,
      }),
    ),
    ...Object.entries(cases).flatMap(([key, said]) => {
      if (names.has(key)) return checkEntry(source, key, said)
      const finding = {
        rule: 'cases/no-file',
        message: `There is no ${key}.json for this entry.`,
        fix: didYouMean(key, names.keys(), 'Add the file, or delete the entry.'),
      }
      return [source.problem([key], finding, true)]
    }),
  ]
}

const isWrong = (key: string) => /^(tolerated|invalid)\//.test(key)

/** The entry of an example, with its first issue if its folder asks for one. */
function toEntry(specs: Specs, file: string, schema: string, key: string): string {
  const said = `says: "<one sentence on what it shows>", rule: "<id of a statement or decision>"`
  if (!isWrong(key)) return `${key}: { ${said} }`
  const form = key.startsWith('tolerated/') ? 'sent' : 'received'
  const place = { file: `schemas/${schema}.yaml`, path: [] }
  const value = specs.files.get(file)?.value
  const [issue] = issuesOf(() => createReferee(specs)(place, value, form))
  return `${key}: { ${said}, path: ${issue ? JSON.stringify(issue.path) : '…'}, keyword: ${issue?.keyword ?? '…'} }`
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isRule = (value: unknown) => [value].flat().length > 0 && [value].flat().every(isText)
const isPointer = (value: unknown) => typeof value === 'string' && /^(\/.*)?$/.test(value)

type Field = [is: (value: unknown) => boolean, wanted: string]
const fields: Record<string, Field> = {
  says: [isText, 'one sentence on what the example shows'],
  rule: [isRule, "the id of a statement in quotes or of a decision, such as '5.4' or D-002"],
}
const wrongFields: Record<string, Field> = {
  ...fields,
  path: [isPointer, "the JSON Pointer of the first issue, such as /submission/visa or ''"],
  keyword: [isText, 'the keyword of the first issue, such as required'],
}

function checkEntry(source: SourceText, key: string, said: unknown): Problem[] {
  const rule = 'cases/shape'
  if (!isRecord(said)) {
    const [message, fix] = [`${key} is no object.`, 'Write { says: …, rule: … }.']
    return [source.problem([key], { rule, message, fix })]
  }
  const known = isWrong(key) ? wrongFields : fields
  const wrong = Object.entries(known).filter(([name, [is]]) => !is(said[name]))
  const unknown = Object.keys(said).filter((name) => !Object.hasOwn(known, name))
  return [
    ...wrong.map(([name, [, wanted]]) => {
      const message = `${name} of ${key} is missing or wrong.`
      return source.problem([key, name], { rule, message, fix: `Write ${name}: ${wanted}.` })
    }),
    ...unknown.map((name) => {
      const message = `${key} has no use for ${name}.`
      return source.problem([key, name], { rule, message, fix: `Delete ${name}.` }, true)
    }),
  ]
}

/** Cases that cite a decision of the schemas, where no schema on the way to their `path` carries it. */
export function checkCited(specs: Specs): Problem[] {
  const marks = listMarks(specs, 'x-decision').filter(({ file }) => file.startsWith('schemas/'))
  const inSchemas = new Set<unknown>(marks.map(({ id }) => id))
  return [...schemasShown(specs)].flatMap((schema) => {
    const file = `schemas/${schema}.yaml`
    return Object.entries(readCases(specs, schema)).flatMap(([key, said]) => {
      if (!isRecord(said) || typeof said.path !== 'string') return []
      const carried = marksOnTheWay(specs, { file, path: [] }, fromPointer(said.path))
      const lost = [said.rule].flat().find((id) => inSchemas.has(id) && !carried.has(id))
      if (lost === undefined) return []
      const finding = {
        rule: 'cases/not-carried',
        message: `This case cites ${String(lost)}, and no part of ${file} that leads to '${said.path}' carries it.`,
        fix: `Write x-decision: ${String(lost)} on that part, or cite what it carries: ${[...carried].join(', ') || 'nothing yet'}.`,
      }
      return specs.files.get(casesFile(schema))?.problem([key, 'rule'], finding) ?? []
    })
  })
}

type Place = { file: string; path: Path }

/** The decisions of the schemas that a pointer into a value leads through, in whatever branch. */
function marksOnTheWay(specs: Specs, place: Place, keys: readonly string[]): Set<unknown> {
  const { file, path, value } = resolve(specs, place.file, place.path)
  if (!isRecord(value)) return new Set()
  const go = (step: Path, left: readonly string[]) =>
    marksOnTheWay(specs, { file, path: [...path, ...step] }, left)
  const [key, ...rest] = keys
  const steps = [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => {
      const list = value[name]
      return Array.isArray(list) ? list.map((_, index) => go([name, index], keys)) : []
    }),
    ...['then', 'else'].flatMap((name) => (name in value ? [go([name], keys)] : [])),
  ]
  if (key !== undefined && isRecord(value.properties) && key in value.properties)
    steps.push(go(['properties', key], rest))
  else if (key !== undefined && 'items' in value) steps.push(go(['items'], rest))
  return new Set([...[value['x-decision']].flat(), ...steps.flatMap((found) => [...found])])
}
