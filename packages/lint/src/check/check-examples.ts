import { type ExampleFile, listExamples, readCases } from '../contract/example-cases.ts'
import { isRecord } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Issue, type Referee } from './referee.ts'

/**
 * Examples that are not what their folder says: `valid` passes as written, `tolerated` only in the
 * tolerant form, `invalid` in neither, and `unparseable` is no JSON. A wrong example has the issue
 * that its case states.
 */
export function checkExamples(specs: Specs, referee = createReferee(specs)): Problem[] {
  const schemas = [...specs.files.values()].filter(({ file }) => file.startsWith('schemas/'))
  const broken = new Map(schemas.map((source) => [source.file, checkCompiles(source, referee)]))
  const examples = listExamples(specs).flatMap((example) => {
    if (example.folder === 'unparseable') return checkUnparseable(specs, example)
    if (broken.get(`schemas/${example.schema}.yaml`)?.length !== 0) return []
    return checkExample(specs, example, referee)
  })
  return [...[...broken.values()].flat(), ...examples]
}

function checkCompiles(source: SourceText, referee: Referee): Problem[] {
  try {
    referee({ file: source.file, path: [] }, null, 'sent')
    referee({ file: source.file, path: [] }, null, 'received')
    return []
  } catch (error) {
    const message = `This schema does not compile: ${(error as Error).message.split('\n')[0]}.`
    const fix = 'Correct it, or the schema it refers to; its examples wait for it.'
    return [source.problem([], { rule: 'examples/schema', message, fix })]
  }
}

function checkUnparseable({ bytes }: Specs, { file }: ExampleFile): Problem[] {
  if (!parses(bytes.get(file) as Uint8Array)) return []
  return [
    {
      file,
      line: 1,
      column: 1,
      pointer: '#',
      rule: 'examples/parses',
      message: 'This file is JSON, though its folder says that it is not.',
      fix: 'Break its JSON, or move it to valid/, tolerated/ or invalid/.',
    },
  ]
}

function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}

function checkExample(specs: Specs, example: ExampleFile, referee: Referee): Problem[] {
  const source = specs.files.get(example.file)
  if (!source) return []
  const place = { file: `schemas/${example.schema}.yaml`, path: [] }
  const sent = referee(place, source.value, 'sent')
  const received = referee(place, source.value, 'received')
  const belongs = sent.length === 0 ? 'valid' : received.length === 0 ? 'tolerated' : 'invalid'
  if (sent.length === 0 && received[0]) {
    return [source.problem(received[0].path, narrower(received[0]))]
  }
  if (belongs === example.folder) {
    return belongs === 'valid' ? [] : checkIssue(specs, example, { sent, received })
  }
  const [first] = received.length > 0 ? received : sent
  return [source.problem(first?.path ?? '', misplaced(example.folder, belongs, first))]
}

const narrower = (issue: Issue) => ({
  rule: 'examples/narrower-reader',
  message: `The reader refuses what the sender may send: ${issue.path || 'it'} ${issue.message}.`,
  fix: 'Loosen the schema: whatever passes as written must pass in the tolerant form.',
})

function misplaced(folder: string, belongs: string, issue: Issue | undefined) {
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
  if (!isRecord(said)) return []
  const { path, keyword } = said
  // What a case lacks is told by the check of cases.
  if (typeof path !== 'string' || typeof keyword !== 'string') return []
  const has = (issues: Issue[]) =>
    issues.some((issue) => issue.path === path && issue.keyword === keyword)
  const lists = example.folder === 'invalid' ? [sent, received] : [sent]
  const wrong = lists.find((issues) => !has(issues))
  const cases = specs.files.get(`examples/${example.schema}/cases.yaml`)
  if (!wrong || !cases) return []
  const found = [...new Set(wrong.map((issue) => `${issue.path || "''"} ${issue.keyword}`))]
  return [
    cases.problem([key, 'path'], {
      rule: 'examples/other-issue',
      message: `${key} fails, but not at ${String(path) || "''"} by ${String(keyword)} in the ${wrong === sent ? 'written' : 'tolerant'} form.`,
      fix: `Write one of its issues: ${found.slice(0, 4).join(', ')}.`,
    }),
  ]
}
