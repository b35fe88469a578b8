import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AskRedocly,
  askRedocly,
  formatProblem,
  lint,
  toDocuments,
} from '@partner-platform/lint'
import { addWebhooks, renderRedoc } from '@partner-platform/lint/bundle'
import type { Specs } from '@partner-platform/lint/contract'
import { bundleDocument } from '@partner-platform/lint/redocly'
import { rememberAnswers } from './remember-answers.ts'
import type { Bundles, ContractReading, Question } from './start-contract-reader.ts'

// A process that keeps its tools loaded and answers questions about the contract in its working directory.

/** Problems shown in full: more do not fit on a screen. */
const shownInFull = 20

let known: Specs | undefined

const askOnce = rememberAnswers()
const ask: AskRedocly = (specs, id) => askOnce('lint', { specs, id }, () => askRedocly(specs, id))

async function read(): Promise<ContractReading> {
  const { specs, problems } = await lint(process.cwd(), { ask, known })
  known = specs
  const shown = problems.slice(0, shownInFull).map((problem) => {
    const bytes = specs.bytes.get(problem.file)
    const text = bytes && new TextDecoder().decode(bytes)
    return formatProblem(problem, { prefix: 'specs/', text })
  })
  const left = problems.length - shown.length
  if (left > 0) shown.push(`… and ${left} more. Fix these first: others may follow from them.`)
  return { problems: shown }
}

async function bundle(ids: readonly string[]): Promise<Bundles> {
  if (!known) throw new Error('unreachable: it is read before it is bundled')
  const bundles: Bundles = {}
  const specs = known
  for (const id of ids) {
    const bundle = () => bundleDocument(id, toDocuments(specs))
    bundles[id] = await askOnce('bundle', { specs, id }, bundle)
  }
  const { openapi = {}, asyncapi = {} } = bundles
  return { ...bundles, openapi: addWebhooks(openapi, asyncapi) }
}

async function render(document: unknown): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'partner-platform-dev-'))
  try {
    const [file, page] = [join(scratch, 'document.json'), join(scratch, 'page.html')]
    writeFileSync(file, JSON.stringify(document))
    const { title } = (document as { info: { title: string } }).info
    await renderRedoc(file, { page, title, specs: process.cwd() })
    return readFileSync(page, 'utf8')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function reply(question: Question): Promise<unknown> {
  if (question === 'read') return read()
  return 'ids' in question ? bundle(question.ids) : render(question.document)
}

process.on('message', (question: Question) => {
  const answer = reply(question).then(
    (result) => ({ result }),
    (error: Error) => ({ failure: error.message }),
  )
  // The parent may be gone by now.
  void answer.then((message) => process.send?.(message, () => {}))
})
