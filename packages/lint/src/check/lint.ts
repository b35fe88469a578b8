import { listExamples } from '../contract/example-cases.ts'
import { valueAt } from '../contract/pointer.ts'
import { type Found, type Problem, sortProblems } from '../contract/problem.ts'
import { documentFiles } from '../contract/references.ts'
import { readDecisions, readStatements } from '../contract/rules.ts'
import { readSpecs, type Specs, toProblem } from '../contract/specs.ts'
import { checkAdditions, checkShown } from './check-additions.ts'
import { checkLifetime } from './check-constants.ts'
import { checkDecisions } from './check-decisions.ts'
import { checkDialect } from './check-dialect.ts'
import { checkDocumentExamples } from './check-document-examples.ts'
import { checkDocuments } from './check-documents.ts'
import { checkCases, checkCited, checkExamples } from './check-examples.ts'
import { checkExtensions } from './check-extensions.ts'
import { checkFacts } from './check-facts.ts'
import { checkMarks } from './check-marks.ts'
import { checkBounds } from './check-schema-values.ts'
import { checkSources } from './check-sources.ts'
import { checkTodos } from './check-todos.ts'
import { type AskRedocly, checkAsyncApi, checkRedocly, checkWorkflows } from './check-tools.ts'
import { checkVectors } from './check-vectors.ts'
import { gatherProblems } from './gather-problems.ts'

export type LintResult = {
  specs: Specs
  problems: Problem[]
  /** What was looked at, e.g. `2 documents, 21 schemas`. */
  checked: string
  /** What was not checked because of the problems. */
  waiting: string | undefined
}

export type LintOptions = { ask?: AskRedocly; known?: Specs | undefined }

type Findings = Iterable<Found | Problem>
type Find = (specs: Specs, ask?: AskRedocly) => Findings | Promise<Findings>

/** Checks that can each run alone if the documents parse; the quick ones first. */
const firstChecks: Record<string, Find> = {
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
  openapi: (specs, ask) => checkRedocly(specs, 'openapi', ask),
  asyncapi: (specs, ask) => checkRedocly(specs, 'asyncapi', ask),
  operator: (specs, ask) => checkRedocly(specs, 'operator', ask),
  workflows: checkWorkflows,
}

/** Checks that judge values, and so need schemas that are right. */
const laterChecks: Record<string, Find> = {
  examples: (specs) => checkExamples(specs),
  documentExamples: checkDocumentExamples,
  shown: checkShown,
}

/** What checks find, with lines. */
async function run(finders: readonly Find[], specs: Specs, ask?: AskRedocly): Promise<Problem[]> {
  const found = await Promise.all(finders.map((find) => find(specs, ask)))
  return found.flatMap((all) => Array.from(all, (one) => toProblem(specs, one)))
}

/** All checks by name, except those of documents. */
export const checks = Object.fromEntries(
  Object.entries({ ...firstChecks, ...laterChecks }).map(([name, find]) => [
    name,
    (specs: Specs): Problem[] | Promise<Problem[]> => run([find], specs),
  ]),
)

/**
 * Checks the contract in a folder. If a document does not parse or a reference dangles, it reports only that.
 * It judges no example by a wrong schema: all such problems would follow from it. Takes about a second. `known`
 * is an earlier reading, and `ask` can remember what Redocly said about it.
 */
export const lint = (folder: string, { ask, known }: LintOptions = {}): Promise<LintResult> =>
  lintSpecs(readSpecs(folder, known), ask)

/** Checks a contract that was already read, as `lint` does. */
export async function lintSpecs(specs: Specs, ask?: AskRedocly): Promise<LintResult> {
  const checked = count(specs)
  const problems = checkDocuments(specs)
  if (problems.length > 0)
    return { specs, problems: sortProblems(problems), checked, waiting: 'all other checks' }
  problems.push(...(await run(Object.values(firstChecks), specs, ask)))
  const isWaiting = problems.some(({ rule }) => /^(dialect|extensions|redocly)\//.test(rule))
  if (!isWaiting) problems.push(...(await run(Object.values(laterChecks), specs)))
  const told = gatherProblems(specs, sortProblems(withoutEchoes(problems)))
  return { specs, problems: told, checked, waiting: isWaiting ? 'examples' : undefined }
}

/**
 * Drops what repeats another problem: a problem of a tool at a place that our own checks report, or at no place if
 * there are others; a missing mark or example at the place of an addition, whose fix covers them; and a case that
 * cites what its schema lost, while a decision is unknown.
 */
function withoutEchoes(problems: Problem[]): Problem[] {
  const placeOf = ({ file, pointer }: Problem) => `${file}${pointer}`
  const placesOf = (is: (one: Problem) => boolean) => new Set(problems.filter(is).map(placeOf))
  const isTool = ({ rule }: Problem) => /^(redocly|asyncapi)\//.test(rule)
  const isPlaced = ({ rule, pointer }: Problem) => pointer !== '#' || !rule.startsWith('asyncapi/')
  const own = placesOf((one) => !isTool(one))
  const told = placesOf(({ rule }) => rule === 'facts/contradiction')
  const isAnyPlaced = problems.some(isPlaced)
  const isDecided = !problems.some(({ rule }) => rule === 'decisions/unknown')
  return problems.filter((one) => {
    if (one.rule === 'cases/not-carried') return isDecided
    if (/^(marks\/missing|examples\/not-shown)$/.test(one.rule)) return !told.has(placeOf(one))
    return !isTool(one) || (!own.has(placeOf(one)) && (isPlaced(one) || !isAnyPlaced))
  })
}

function count(specs: Specs): string {
  const documents = documentFiles(specs)
  const schemas = documents.filter((file) => file.startsWith('schemas/')).length
  const rows = [...specs.files.values()]
    .filter(({ file }) => file.startsWith('vectors/'))
    .flatMap(({ value }) => valueAt(value, ['rows']) ?? [])
  return [
    `${documents.length - schemas} documents`,
    `${schemas} schemas`,
    `${listExamples(specs).length} examples`,
    `${rows.length} vectors`,
    `${readStatements(specs).length} statements`,
    `${readDecisions(specs).length} decisions`,
  ].join(', ')
}
