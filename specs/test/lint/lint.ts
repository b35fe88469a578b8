import { checkAsyncApi } from './check-asyncapi.ts'
import { checkCases } from './check-cases.ts'
import { checkDecisions } from './check-decisions.ts'
import { checkDialect } from './check-dialect.ts'
import { checkDocumentExamples } from './check-document-examples.ts'
import { checkDocuments } from './check-documents.ts'
import { checkExamples } from './check-examples.ts'
import { checkExtensions } from './check-extensions.ts'
import { checkRedocly } from './check-redocly.ts'
import { checkSources } from './check-sources.ts'
import { checkVectors } from './check-vectors.ts'
import { listExamples } from './example-cases.ts'
import { type Problem, sortProblems } from './problem.ts'
import { documentFiles } from './references.ts'
import { readDecisions, readStatements } from './rules.ts'
import { readSpecs, type Specs } from './specs.ts'

/** All problems of a contract, and what was looked at, e.g. `2 documents, 21 schemas`. */
export type LintResult = { specs: Specs; problems: Problem[]; checked: string }

/** Checks by what they look at; each can run on its own, given documents that parse. */
export const checks: Record<string, (specs: Specs) => Problem[] | Promise<Problem[]>> = {
  openapi: (specs) => checkRedocly(specs, 'openapi'),
  asyncapi: (specs) => checkRedocly(specs, 'asyncapi'),
  operator: (specs) => checkRedocly(specs, 'operator'),
  asyncapiValidate: checkAsyncApi,
  dialect: checkDialect,
  extensions: checkExtensions,
  examples: checkExamples,
  cases: checkCases,
  documentExamples: checkDocumentExamples,
  sources: checkSources,
  decisions: checkDecisions,
  vectors: checkVectors,
}

/**
 * Checks the contract in a folder. Where a document does not parse or a reference dangles, only that
 * is told: all else would follow from it. About two seconds, most of them in the AsyncAPI tool.
 */
export async function lint(folder: string): Promise<LintResult> {
  const specs = readSpecs(folder)
  const documents = checkDocuments(specs)
  const others = documents.length > 0 ? [] : Object.values(checks)
  const found = await Promise.all(others.map((check) => check(specs)))
  return { specs, problems: sortProblems([...documents, ...found.flat()]), checked: count(specs) }
}

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
