import {
  casesFile,
  type ExampleFile,
  listExamples,
  readCases,
  schemaName,
} from '../contract/example-cases.ts'
import { isRecord } from '../contract/pointer.ts'
import { type Finding, type Problem, wholeFile } from '../contract/problem.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Issue, type Referee } from './referee.ts'

/**
 * Examples that are not what their folder says: `valid` passes as written, `tolerated` only in the
 * tolerant form, `invalid` in neither, and `unparseable` is no JSON. A wrong example has the issue
 * that its case states.
 */
export function checkExamples(specs: Specs, referee = createReferee(specs)): Problem[] {
  const schemas = [...specs.files.values()].filter(({ file }) => schemaName(file))
  const broken = schemas.flatMap((source) => checkCompiles(source, referee))
  const isBroken = new Set(broken.map(({ file }) => file))
  const examples = listExamples(specs).flatMap((example) => {
    if (example.folder === 'unparseable') return checkUnparseable(specs, example)
    const schema = `schemas/${example.schema}.yaml`
    if (!specs.files.has(schema) || isBroken.has(schema)) return []
    return checkExample(specs, example, referee)
  })
  return [...broken, ...examples]
}

function checkCompiles(source: SourceText, referee: Referee): Problem[] {
  try {
    for (const form of ['sent', 'received'] as const)
      referee({ file: source.file, path: [] }, null, form)
    return []
  } catch (error) {
    const message = `This schema does not compile: ${(error as Error).message.split('\n')[0]}.`
    const fix = 'Correct it, or the schema it refers to; its examples wait for it.'
    return [source.problem([], { rule: 'examples/schema', message, fix })]
  }
}

function checkUnparseable({ bytes }: Specs, { file }: ExampleFile): Problem[] {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.get(file)))
  } catch {
    return []
  }
  const message = 'This file is JSON, though its folder says that it is not.'
  const fix = 'Break its JSON, or move it to valid/, tolerated/ or invalid/.'
  return [wholeFile(file, { rule: 'examples/parses', message, fix })]
}

function checkExample(specs: Specs, example: ExampleFile, referee: Referee): Problem[] {
  const source = specs.files.get(example.file)
  if (!source) return []
  const place = { file: `schemas/${example.schema}.yaml`, path: [] }
  const sent = referee(place, source.value, 'sent')
  const received = referee(place, source.value, 'received')
  const belongs = sent.length === 0 ? 'valid' : received.length === 0 ? 'tolerated' : 'invalid'
  const [refused] = received
  if (sent.length === 0 && refused) return [source.problem(refused.path, narrower(refused))]
  if (belongs !== example.folder) {
    const first = refused ?? sent[0]
    return [source.problem(first?.path ?? '', misplaced(example.folder, belongs, first))]
  }
  return belongs === 'valid' ? [] : checkIssue(specs, example, { sent, received })
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

function checkIssue(specs: Specs, example: ExampleFile, { sent, received }: Issues): Problem[] {
  const key = `${example.folder}/${example.name}`
  const said = readCases(specs, example.schema)[key]
  const { path, keyword } = isRecord(said) ? said : {}
  // The check of cases reports what a case lacks.
  if (typeof path !== 'string' || typeof keyword !== 'string') return []
  const lists = example.folder === 'invalid' ? [sent, received] : [sent]
  const wrong = lists.find((issues) =>
    issues.every((issue) => issue.path !== path || issue.keyword !== keyword),
  )
  if (!wrong) return []
  const found = [...new Set(wrong.map((issue) => `${issue.path || "''"} ${issue.keyword}`))]
  const finding = {
    rule: 'examples/other-issue',
    message: `${key} fails, but not at ${path || "''"} by ${keyword} in the ${wrong === sent ? 'written' : 'tolerant'} form.`,
    fix: `Write one of its issues: ${found.slice(0, 4).join(', ')}.`,
  }
  const cases = specs.files.get(casesFile(example.schema))
  return cases ? [cases.problem([key, 'path'], finding)] : []
}
