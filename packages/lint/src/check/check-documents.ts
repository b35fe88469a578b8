import { valueAt } from '../contract/pointer.ts'
import type { Found, Problem } from '../contract/problem.ts'
import { type Specs, toProblem } from '../contract/specs.ts'
import { checkReferences } from './check-references.ts'
import { syntaxFinding } from './syntax-findings.ts'

/** Files that are missing, do not parse, or name something that does not exist. Other checks rely on them. */
export function checkDocuments(specs: Specs): Problem[] {
  // Each would report what follows from a problem of the one before: references into a file that does not
  // parse would all dangle.
  for (const check of [checkFiles, checkRoots, checkReferences]) {
    const problems = [...check(specs)].map((found) => toProblem(specs, found))
    if (problems.length > 0) return problems
  }
  return []
}

const neededFiles = ['openapi.yaml', 'asyncapi.yaml', 'redocly.yaml', 'statements.yaml']

/** One problem per file: later errors of a parser mostly follow from the first. */
function* checkFiles({ files, records, unread }: Specs): Iterable<Found | Problem> {
  yield* unread
  const isUnread = (file: string) => unread.some((one) => one.file === file)
  for (const file of neededFiles) {
    if (files.has(file) || isUnread(file)) continue
    const fix = `Add ${file}; the README says what is in it.`
    yield { file, rule: 'documents/missing-file', message: 'This file is missing.', fix }
  }
  for (const { file, syntaxProblem } of [...files.values(), ...records.values()]) {
    if (!syntaxProblem || isUnread(file)) continue
    const { line, column, pointer } = syntaxProblem
    yield { file, line, column, pointer, ...syntaxFinding(syntaxProblem) }
  }
}

/** AsyncAPI stays at 3.0.0: some of its readers refuse 3.1. */
const versions = [
  { file: 'openapi.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
  { file: 'operator.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
  { file: 'asyncapi.yaml', key: 'asyncapi', is: /^3\.0\.0$/, example: '3.0.0' },
]

function* checkRoots({ files }: Specs): Iterable<Found> {
  for (const { file, key, is, example } of versions) {
    const version = valueAt(files.get(file)?.value, [key])
    if (!files.has(file) || (typeof version === 'string' && is.test(version))) continue
    const message = `This is not a document of ${key} ${example.replace(/\.0$/, '')}.`
    const fix = `Begin with ${key}: ${example}.`
    yield { file, path: [key], rule: 'documents/version', message, fix }
  }
  for (const { file, value } of files.values()) {
    if (!file.startsWith('schemas/') || value !== null) continue
    const message = 'This schema file is empty.'
    const fix = 'Write title, description and type, or delete it with all that refers to it.'
    yield { file, path: [], rule: 'documents/empty', message, fix }
  }
}
