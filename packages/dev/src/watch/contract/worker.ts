import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addWebhooks, detachPage } from '@partner-platform/specs/build/index.ts'
import { redoclyArguments } from '@partner-platform/specs/test/lint/check-redocly.ts'
import { formatProblem } from '@partner-platform/specs/test/lint/format-problem.ts'
import { lint, type Tools } from '@partner-platform/specs/test/lint/lint.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { validateAsyncApi } from '@partner-platform/specs/test/lint/validate-asyncapi.ts'
import type { Bundles, ContractReading, Question } from './contract-reading.ts'
import { rememberAnswers } from './remember-answers.ts'
import { runRedocly } from './run-redocly.ts'

// A process that has its tools loaded, and answers what it is asked of the contract in its working
// directory. Redocly runs for one question at a time, since it takes over the process.

/** So many problems are told in full: more do not fit a screen. */
const mostTold = 20

let known: Specs | undefined
let last: Promise<unknown> = Promise.resolve()

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work, work)
  last = result
  return result
}

const askOnce = rememberAnswers()
const tools: Tools = {
  redocly: (specs, id) =>
    askOnce('lint', { specs, id }, () => inTurn(() => runRedocly(redoclyArguments(id)))),
  asyncapi: (specs) =>
    askOnce('validate', { specs, id: 'asyncapi' }, () => validateAsyncApi(specs.folder)),
}

async function read(): Promise<ContractReading> {
  const { specs, problems, checked } = await lint(process.cwd(), { tools, known })
  known = specs
  const told = problems.slice(0, mostTold).map((problem) => {
    const bytes = specs.bytes.get(problem.file)
    const text = bytes && new TextDecoder().decode(bytes)
    return formatProblem(problem, { prefix: 'specs/', text })
  })
  const left = problems.length - told.length
  if (left > 0) told.push(`… and ${left} more. Mend these first: others may follow from them.`)
  return { problems: told, checked }
}

async function bundle(ids: readonly string[]): Promise<Bundles> {
  if (!known) throw new Error('unreachable: it is read before it is bundled')
  const bundles: Bundles = {}
  const specs = known
  for (const id of ids) bundles[id] = await askOnce('bundle', { specs, id }, () => bundleOne(id))
  const { openapi = {}, asyncapi = {} } = bundles
  return { ...bundles, openapi: addWebhooks(openapi, asyncapi) }
}

const bundleOne = (id: string): Promise<Record<string, unknown>> =>
  withScratch(async (scratch) => {
    const file = join(scratch, `${id}.json`)
    await inTurn(() => runRedocly(['bundle', id, '--output', file, '--ext', 'json']))
    return JSON.parse(readFileSync(file, 'utf8'))
  })

const renderRedoc = (document: unknown): Promise<string> =>
  withScratch(async (scratch) => {
    const [file, page] = [join(scratch, 'document.json'), join(scratch, 'page.html')]
    writeFileSync(file, JSON.stringify(document))
    const { title } = (document as { info: { title: string } }).info
    const args = ['build-docs', file, '--inlineBundle', '--title', title, '--output', page]
    const { stderr } = await inTurn(() => runRedocly(args))
    if (!existsSync(page)) throw new Error(`Redoc rendered no page.\n${stderr.trim()}`)
    return detachPage(readFileSync(page, 'utf8'), readFileSync(file, 'utf8'))
  })

async function withScratch<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-dev-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ask(question: Question): Promise<unknown> {
  if (question === 'read') return read()
  return 'ids' in question ? bundle(question.ids) : renderRedoc(question.document)
}

process.on('message', (question: Question) => {
  const answer = ask(question).then(
    (result) => ({ result }),
    (error: Error) => ({ failure: error.message }),
  )
  // Who asked may be gone by now.
  void answer.then((message) => process.send?.(message, () => {}))
})
