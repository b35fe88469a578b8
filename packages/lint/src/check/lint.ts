import { listExamples } from '../contract/example-cases.ts'
import { type Problem, sortProblems } from '../contract/problem.ts'
import { documentFiles } from '../contract/references.ts'
import { readDecisions, readStatements } from '../contract/rules.ts'
import { readSpecs, type Specs } from '../contract/specs.ts'
import { checkAdditions, checkShown } from './check-additions.ts'
import { checkAsyncApi } from './check-asyncapi.ts'
import { checkBounds } from './check-bounds.ts'
import { checkCases } from './check-cases.ts'
import { checkCited } from './check-cited.ts'
import { checkDecisions } from './check-decisions.ts'
import { checkDialect } from './check-dialect.ts'
import { checkDocumentExamples } from './check-document-examples.ts'
import { checkDocuments } from './check-documents.ts'
import { checkExamples } from './check-examples.ts'
import { checkExtensions } from './check-extensions.ts'
import { checkFacts } from './check-facts.ts'
import { checkLifetime } from './check-lifetime.ts'
import { checkMarks } from './check-marks.ts'
import { type AskRedocly, checkRedocly } from './check-redocly.ts'
import { checkSources } from './check-sources.ts'
import { checkTodos } from './check-todos.ts'
import { checkVectors } from './check-vectors.ts'
import { gatherProblems } from './gather-problems.ts'

export type LintResult = {
  specs: Specs
  problems: Problem[]
  /** What was looked at, e.g. `2 documents, 21 schemas`. */
  checked: string
  /** What was not, for the sake of the problems that there are. */
  waiting: string | undefined
}

export type LintOptions = { ask?: AskRedocly; known?: Specs | undefined }

type Check = (specs: Specs) => Problem[] | Promise<Problem[]>

/** Checks that can each run alone if the documents parse; the quick ones first. */
const firstChecks = (ask?: AskRedocly) => ({
  facts: checkFacts,
  marks: checkMarks,
  sources: checkSources,
  decisions: checkDecisions,
  additions: checkAdditions,
  vectors: checkVectors,
  bounds: checkBounds,
  lifetime: checkLifetime,
  extensions: checkExtensions,
  todos: checkTodos,
  dialect: checkDialect,
  cases: checkCases,
  cited: checkCited,
  asyncapiSchema: checkAsyncApi,
  openapi: (specs: Specs) => checkRedocly(specs, 'openapi', ask),
  asyncapi: (specs: Specs) => checkRedocly(specs, 'asyncapi', ask),
  operator: (specs: Specs) => checkRedocly(specs, 'operator', ask),
})

/** Checks that judge values, and so need schemas that are right. */
const laterChecks = {
  examples: (specs: Specs) => checkExamples(specs),
  documentExamples: checkDocumentExamples,
  shown: checkShown,
}

/** All checks by name, those of documents apart. */
export const checks: Record<string, Check> = { ...firstChecks(), ...laterChecks }

/**
 * Checks the contract in a folder. Where a document does not parse or a reference dangles, only that
 * is told, and no example is judged by schemas that are wrong: all else would follow from it. Takes
 * about a second. `known` is an earlier reading, and `ask` can remember what Redocly said about it.
 */
export const lint = (folder: string, { ask, known }: LintOptions = {}): Promise<LintResult> =>
  lintSpecs(readSpecs(folder, known), ask)

/** Checks a contract that was already read, as `lint` does. */
export async function lintSpecs(specs: Specs, ask?: AskRedocly): Promise<LintResult> {
  const checked = count(specs)
  const problems = checkDocuments(specs)
  if (problems.length > 0) {
    return { specs, problems: sortProblems(problems), checked, waiting: 'all other checks' }
  }
  problems.push(...(await runChecks(Object.values(firstChecks(ask)), specs)))
  const isWaiting = problems.some(({ rule }) => /^(dialect|extensions|redocly)\//.test(rule))
  if (!isWaiting) problems.push(...(await runChecks(Object.values(laterChecks), specs)))
  const waiting = isWaiting ? 'examples' : undefined
  const told = sortProblems(withoutEchoes(problems))
  return { specs, problems: gatherProblems(specs, told), checked, waiting }
}

/**
 * A tool's words on a place that a check of our own has told of say the same again, and so do its
 * words on no place at all where anything else is known. Who reads how to keep an addition needs no
 * other words on that place. A case that cites what its schema lost waits for the decision that is unknown.
 */
function withoutEchoes(problems: Problem[]): Problem[] {
  const isTool = ({ rule }: Problem) => /^(redocly|asyncapi)\//.test(rule)
  const isPlaced = ({ rule, pointer }: Problem) => pointer !== '#' || !rule.startsWith('asyncapi/')
  const own = new Set(problems.filter((one) => !isTool(one)).map(placeOf))
  const placed = problems.some(isPlaced)
  const told = new Set(problems.filter(({ rule }) => rule === 'facts/contradiction').map(placeOf))
  const isDecided = !problems.some(({ rule }) => rule === 'decisions/unknown')
  return problems.filter((one) => {
    if (one.rule === 'cases/not-carried') return isDecided
    if (/^(marks\/missing|examples\/not-shown)$/.test(one.rule)) return !told.has(placeOf(one))
    return !isTool(one) || (!own.has(placeOf(one)) && (isPlaced(one) || !placed))
  })
}

const placeOf = ({ file, pointer }: Problem) => `${file}${pointer}`

const runChecks = async (list: Check[], specs: Specs) =>
  (await Promise.all(list.map((check) => check(specs)))).flat()

function count(specs: Specs): string {
  const documents = documentFiles(specs)
  const schemas = documents.filter((file) => file.startsWith('schemas/')).length
  const tables = [...specs.files.values()].filter(({ file }) => file.startsWith('vectors/'))
  const rows = tables.reduce((sum, { value }) => sum + rowsOf(value), 0)
  return [
    `${documents.length - schemas} documents`,
    `${schemas} schemas`,
    `${listExamples(specs).length} examples`,
    `${rows} vectors`,
    `${readStatements(specs).length} statements`,
    `${readDecisions(specs).length} decisions`,
  ].join(', ')
}

const rowsOf = (table: unknown) => ((table as { rows?: unknown[] } | undefined)?.rows ?? []).length
