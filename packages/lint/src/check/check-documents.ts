import { valueAt } from '../contract/pointer.ts'
import { type Problem, wholeFile } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'
import { checkReferences } from './check-references.ts'
import { syntaxFinding } from './syntax-findings.ts'

/** Files that are missing, do not parse, or name what is not there; other checks need these right. */
export function checkDocuments(specs: Specs): Problem[] {
  // A file that is no text does not parse either, for a reason that is told once.
  const unread = specs.unread.map((one) => ({ ...one, pointer: '#', rule: 'documents/unreadable' }))
  const isRead = ({ file }: Problem) => !unread.some((one) => one.file === file)
  const problems = [...unread, ...[...checkNeeded(specs), ...checkSyntax(specs)].filter(isRead)]
  if (problems.length === 0) problems.push(...checkVersions(specs), ...checkEmpty(specs))
  // References into a file that does not parse would all dangle.
  return problems.length > 0 ? problems : checkReferences(specs)
}

const neededFiles = ['openapi.yaml', 'asyncapi.yaml', 'redocly.yaml', 'statements.yaml']

const checkNeeded = ({ files }: Specs): Problem[] =>
  neededFiles.flatMap((file) => {
    if (files.has(file)) return []
    const fix = `Add ${file}; the README says what is in it.`
    return [
      wholeFile(file, { rule: 'documents/missing-file', message: 'This file is not there.', fix }),
    ]
  })

/** One problem per file: what a parser says after its first stumble mostly follows from it. */
const checkSyntax = ({ files, records }: Specs): Problem[] =>
  [...files.values(), ...records.values()].flatMap(({ file, syntaxProblem }) => {
    if (!syntaxProblem) return []
    const { line, column, pointer } = syntaxProblem
    return [{ file, line, column, pointer, ...syntaxFinding(syntaxProblem) }]
  })

/** AsyncAPI stays at 3.0.0: some of its readers refuse 3.1. */
const versions = [
  { file: 'openapi.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
  { file: 'operator.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
  { file: 'asyncapi.yaml', key: 'asyncapi', is: /^3\.0\.0$/, example: '3.0.0' },
]

const checkVersions = ({ files }: Specs): Problem[] =>
  versions.flatMap(({ file, key, is, example }) => {
    const source = files.get(file)
    const version = valueAt(source?.value, [key])
    if (!source || (typeof version === 'string' && is.test(version))) return []
    const message = `This is no document of ${key} ${example.replace(/\.0$/, '')}.`
    const fix = `Begin with ${key}: ${example}.`
    return [source.problem([key], { rule: 'documents/version', message, fix })]
  })

const checkEmpty = ({ files }: Specs): Problem[] =>
  [...files.values()].flatMap((source) => {
    if (!source.file.startsWith('schemas/') || source.value !== null) return []
    const message = 'This schema file is empty.'
    const fix = 'Write title, description and type, or delete it with all that refers to it.'
    return [source.problem([], { rule: 'documents/empty', message, fix })]
  })
