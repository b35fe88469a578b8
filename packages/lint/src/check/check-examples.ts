import {
  casesFile,
  type ExampleFile,
  listExamples,
  readCases,
  schemaName,
} from '../contract/example-cases.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Issue, type Referee } from './referee.ts'

/**
 * Examples that are not what their folder says: `valid` passes as written, `tolerated` only in the
 * tolerant form, `invalid` in neither, and `unparseable` is not JSON. A wrong example has the issue
 * that its case states.
 */
export function* checkExamples(specs: Specs, referee = createReferee(specs)): Iterable<Found> {
  const broken = new Set<string>()
  for (const { file } of specs.files.values()) {
    const why = schemaName(file) && whyBroken(file, referee)
    if (!why) continue
    broken.add(file)
    const message = `This schema does not compile: ${why}.`
    const fix = 'Correct it, or the schema it refers to. Its examples are checked after that.'
    yield { file, path: [], rule: 'examples/schema', message, fix }
  }
  for (const example of listExamples(specs)) {
    const schema = `schemas/${example.schema}.yaml`
    if (example.folder === 'unparseable') yield* checkUnparseable(specs, example)
    else if (specs.files.has(schema) && !broken.has(schema))
      yield* checkExample(specs, example, referee)
  }
}

function whyBroken(file: string, referee: Referee): string | undefined {
  try {
    for (const form of ['sent', 'received'] as const) referee({ file, path: [] }, null, form)
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
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
  fix: 'Loosen the schema: whatever passes as written must pass in the tolerant form.',
})

function misplaced(folder: string, belongs: string, issue: Issue | undefined): Finding {
  const why = issue
    ? `${issue.path || 'The value'} ${issue.message} (${issue.keyword})`
    : 'It passes as written'
  return {
    rule: 'examples/wrong-folder',
    message: `${why}, so this example is not ${folder}.`,
    fix: `Correct the example, or move it to ${belongs}/ with its case.`,
  }
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
  yield {
    file: casesFile(example.schema),
    path: [key, 'path'],
    rule: 'examples/other-issue',
    message: `${key} fails, but not at ${path || "''"} by ${keyword} in the ${wrong === sent ? 'written' : 'tolerant'} form.`,
    fix: `Write one of its issues: ${found.slice(0, 4).join(', ')}.`,
  }
}
