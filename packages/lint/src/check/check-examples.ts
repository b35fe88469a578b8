import {
  casesFile,
  type ExampleFile,
  exampleFolders,
  listExamples,
  readCases,
  readReasons,
  schemaName,
  schemasShown,
} from '../contract/example-cases.ts'
import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { fromPointer, isRecord } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import { listMarks, texts } from '../contract/rules.ts'
import { schemasOnTheWay } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Issue, type Referee } from './referee.ts'

/**
 * Examples that are not what their folder says: `valid` passes as written, `tolerated` only in the
 * tolerant form, `invalid` in neither, and `unparseable` is not JSON. A wrong example has the issue
 * that its case states.
 */
export function* checkExamples(specs: Specs, referee = createReferee(specs)): Iterable<Found> {
  for (const example of listExamples(specs)) {
    const schema = `schemas/${example.schema}.yaml`
    if (example.folder === 'unparseable') yield* checkUnparseable(specs, example)
    else if (specs.files.has(schema)) yield* checkExample(specs, example, referee)
  }
}

function* checkUnparseable({ bytes }: Specs, { file }: ExampleFile): Iterable<Found> {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.get(file)))
  } catch {
    return
  }
  const message = 'This file is valid JSON, but its folder is for text that is not.'
  const fix = 'Break its JSON, or move it to valid/, tolerated/ or invalid/.'
  yield { file, rule: 'examples/parses', message, fix }
}

function* checkExample(specs: Specs, example: ExampleFile, referee: Referee): Iterable<Found> {
  const { file, folder } = example
  const source = specs.files.get(file)
  if (!source) return
  const place = { file: `schemas/${example.schema}.yaml`, path: [] }
  const sent = referee(place, source.value, 'sent')
  const received = referee(place, source.value, 'received')
  const belongs = sent.length === 0 ? 'valid' : received.length === 0 ? 'tolerated' : 'invalid'
  const [refused] = received
  const first = refused ?? sent[0]
  if (sent.length === 0 && refused) yield { file, path: refused.path, ...narrower(refused) }
  else if (belongs !== folder)
    yield { file, path: first?.path ?? [], ...misplaced(folder, belongs, first) }
  else if (belongs !== 'valid') yield* checkIssue(specs, example, { sent, received })
}

const narrower = (issue: Issue): Finding => ({
  rule: 'examples/narrower-reader',
  message: `The reader refuses what the sender may send: ${issue.path || 'it'} ${issue.message}.`,
  fix: 'Loosen the schema: whatever passes in the sent form must pass in the received form.',
})

function misplaced(folder: string, belongs: string, issue: Issue | undefined): Finding {
  const why = issue
    ? `${issue.path || 'The value'} ${issue.message} (${issue.keyword})`
    : 'It passes as written'
  const message = `${why}, so this example is not ${folder}.`
  const fix = `Correct the example, or move it and its entry in cases.yaml to ${belongs}/.`
  return { rule: 'examples/wrong-folder', message, fix }
}

type Issues = { sent: Issue[]; received: Issue[] }

function* checkIssue(specs: Specs, example: ExampleFile, { sent, received }: Issues) {
  const key = `${example.folder}/${example.name}`
  const said = readCases(specs, example.schema)[key]
  const { path, keyword } = isRecord(said) ? said : {}
  // The check of cases reports what a case lacks.
  if (typeof path !== 'string' || typeof keyword !== 'string') return
  const lists = example.folder === 'invalid' ? [sent, received] : [sent]
  const wrong = lists.find((issues) =>
    issues.every((issue) => issue.path !== path || issue.keyword !== keyword),
  )
  if (!wrong) return
  const found = [...new Set(wrong.map((issue) => `${issue.path || "''"} ${issue.keyword}`))]
  const file = casesFile(example.schema)
  const message = `${key} fails, but not at ${path || "''"} with keyword ${keyword} in the ${wrong === sent ? 'sent' : 'received'} form.`
  const fix = `Write path and keyword of one of its issues: ${found.slice(0, 4).join(', ')}.`
  yield { file, path: [key, 'path'], rule: 'examples/other-issue', message, fix }
}

/** Examples in unknown places, schemas without examples, and cases that do not match the files. */
export function* checkCases(specs: Specs): Iterable<Found> {
  const examples = listExamples(specs)
  const names = [...specs.files.keys()].flatMap((file) => schemaName(file) ?? [])
  for (const example of examples) yield* checkPlace(example, names)
  for (const schema of names)
    for (const folder of ['valid', 'invalid'])
      if (!examples.some((one) => one.schema === schema && one.folder === folder)) {
        const file = `schemas/${schema}.yaml`
        const message = `This schema has no ${folder} example.`
        const fix = `Add examples/${schema}/${folder}/<case>.json and its entry in ${casesFile(schema)}.`
        yield { file, path: [], rule: 'examples/missing', message, fix }
      }
  for (const schema of schemasShown(specs)) {
    const own = examples.filter((example) => example.schema === schema)
    yield* checkSchemaCases(specs, schema, own)
  }
}

function* checkPlace(example: ExampleFile, schemas: readonly string[]): Iterable<Found> {
  const { file, schema, folder } = example
  const toFound = (message: string, fix: string): Found => ({
    file,
    rule: 'examples/misplaced',
    message,
    fix,
  })
  if (!schemas.includes(schema)) {
    const near = nearestName(schema, schemas) ?? '<schema>'
    const message = `There is no schemas/${schema}.yaml for this example.`
    yield toFound(message, `Move it to examples/${near}/${folder}/.`)
  } else if (!exampleFolders.includes(folder)) {
    const near = nearestName(folder, exampleFolders) ?? 'valid'
    const message = `Folder ${folder} is not one of ${exampleFolders.join(', ')}.`
    yield toFound(message, `Move it to examples/${schema}/${near}/.`)
  } else if (!file.endsWith('.json')) {
    yield toFound('An example must be a .json file.', 'Rename or move it.')
  }
}

function* checkSchemaCases(
  specs: Specs,
  schema: string,
  examples: readonly ExampleFile[],
): Iterable<Found> {
  const file = casesFile(schema)
  if (!isRecord(specs.files.get(file)?.value)) {
    const message = 'Nothing says what these examples show.'
    const fix = 'Write one entry per file: <folder>/<name>: { says, rule, path, keyword }.'
    yield { file, rule: 'cases/missing', message, fix }
    return
  }
  const cases = readCases(specs, schema)
  const names = new Map(examples.map((one) => [`${one.folder}/${one.name}`, one.file]))
  for (const [key, example] of names) {
    if (Object.hasOwn(cases, key)) continue
    const message = `${file} does not say what this example shows.`
    const fix = `Add this entry to it: ${toEntry(specs, example, schema, key)}`
    yield { file: example, rule: 'cases/no-entry', message, fix }
  }
  for (const [key, said] of Object.entries(cases)) {
    if (names.has(key)) yield* checkEntry(file, key, said)
    else {
      const message = `There is no ${key}.json for this entry.`
      const fix = didYouMean(key, names.keys(), 'Add the file, or delete the entry.')
      yield { file, path: [key], onKey: true, rule: 'cases/no-file', message, fix }
    }
  }
  yield* checkReasons(file, cases, readReasons(specs, schema))
}

/** Invalid examples that a program might use as they are, as far as the cases say. */
function* checkReasons(
  file: string,
  cases: Readonly<Record<string, unknown>>,
  reasons: Readonly<Record<string, unknown>>,
): Iterable<Found> {
  const refused = new Set<string>()
  for (const [key, said] of Object.entries(cases)) {
    if (!key.startsWith('invalid/') || !isRecord(said) || typeof said.path !== 'string') continue
    const path = said.path.replaceAll(/\/\d+(?=\/|$)/g, '/*')
    if (!refused.has(path) && !isText(reasons[path])) {
      const message = `Readers refuse what ${key} shows, but unusable does not say why at '${path}'.`
      const fix = `Add '${path}': "<why a program could not go on>" to unusable, or mark the member x-sender-only and move the example to tolerated/.`
      yield { file, path: [key, 'path'], rule: 'cases/no-reason', message, fix }
    }
    refused.add(path)
  }
  for (const path of Object.keys(reasons)) {
    if (refused.has(path)) continue
    const message = `No invalid example fails at '${path}'.`
    const fix = didYouMean(path, refused, 'Add an example that does, or delete the reason.')
    yield { file, path: ['unusable', path], onKey: true, rule: 'cases/unused-reason', message, fix }
  }
}

const isWrong = (key: string) => /^(tolerated|invalid)\//.test(key)

/** The entry of an example, with its first issue if its folder asks for one. */
function toEntry(specs: Specs, file: string, schema: string, key: string): string {
  const said = `says: "<one sentence on what it shows>", rule: "<id of a statement or decision>"`
  if (!isWrong(key)) return `${key}: { ${said} }`
  const form = key.startsWith('tolerated/') ? 'sent' : 'received'
  const place = { file: `schemas/${schema}.yaml`, path: [] }
  const value = specs.files.get(file)?.value
  const [issue] = createReferee(specs)(place, value, form)
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

function* checkEntry(file: string, key: string, said: unknown): Iterable<Found> {
  const rule = 'cases/shape'
  if (!isRecord(said)) {
    const [message, fix] = [`${key} is not an object.`, 'Write { says: …, rule: … }.']
    yield { file, path: [key], rule, message, fix }
    return
  }
  const known = isWrong(key) ? wrongFields : fields
  for (const [name, [is, wanted]] of Object.entries(known)) {
    if (is(said[name])) continue
    const message = `${name} of ${key} is missing or wrong.`
    yield { file, path: [key, name], rule, message, fix: `Write ${name}: ${wanted}.` }
  }
  for (const name of Object.keys(said)) {
    if (Object.hasOwn(known, name)) continue
    const message = `${name} is not a field of ${key}.`
    yield { file, path: [key, name], onKey: true, rule, message, fix: `Delete ${name}.` }
  }
}

/** Cases that cite a decision of the schemas, where no schema on the way to their `path` carries it. */
export function* checkCited(specs: Specs): Iterable<Found> {
  const marks = listMarks(specs, 'x-decision').filter(({ file }) => file.startsWith('schemas/'))
  const inSchemas = new Set(marks.map(({ id }) => id))
  for (const schema of schemasShown(specs)) {
    const file = `schemas/${schema}.yaml`
    for (const [key, said] of Object.entries(readCases(specs, schema))) {
      if (!isRecord(said) || typeof said.path !== 'string') continue
      const schemas = schemasOnTheWay(specs, { file, path: [] }, fromPointer(said.path))
      const carried = [...schemas].flatMap(({ schema }) => texts([schema['x-decision']].flat()))
      const cited = texts([said.rule].flat())
      const lost = cited.find((id) => inSchemas.has(id) && !carried.includes(id))
      if (lost === undefined) continue
      const at = { file: casesFile(schema), path: [key, 'rule'] }
      const message = `This case cites ${lost}, but nothing in ${file} on the way to '${said.path}' carries it.`
      const fix = `Write x-decision: ${lost} on that part, or cite what it carries: ${[...new Set(carried)].join(', ') || 'nothing yet'}.`
      yield { ...at, rule: 'cases/not-carried', message, fix }
    }
  }
}
