import { isRecord } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'
import { checkReferences } from './check-references.ts'
import { syntaxFinding } from './syntax-findings.ts'

const neededFiles = ['openapi.yaml', 'asyncapi.yaml', 'redocly.yaml', 'statements.yaml']

/** Files that are missing, do not parse, or name what is not there; other checks need these right. */
export function checkDocuments(specs: Specs): Problem[] {
  // A file that is no text does not parse either, for a reason that is told once.
  const unread = checkUnread(specs)
  const isRead = ({ file }: Problem) => !unread.some((one) => one.file === file)
  const problems = [...unread, ...[...checkNeeded(specs), ...checkSyntax(specs)].filter(isRead)]
  if (problems.length === 0) problems.push(...checkVersions(specs), ...checkEmpty(specs))
  // References into a file that does not parse would all dangle.
  return problems.length > 0 ? problems : checkReferences(specs)
}

/** AsyncAPI stays at 3.0.0: some of its readers refuse 3.1. */
const versions = [
  { file: 'openapi.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
  { file: 'operator.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
  { file: 'asyncapi.yaml', key: 'asyncapi', is: /^3\.0\.0$/, example: '3.0.0' },
]

const checkVersions = ({ files }: Specs): Problem[] =>
  versions.flatMap(({ file, key, is, example }) => {
    const source = files.get(file)
    const version = isRecord(source?.value) ? source.value[key] : undefined
    if (!source || (typeof version === 'string' && is.test(version))) return []
    const message = `This is no document of ${key} ${example.replace(/\.0$/, '')}.`
    const fix = `Begin with ${key}: ${example}.`
    return [source.problem([key], { rule: 'documents/version', message, fix })]
  })

const checkNeeded = ({ files }: Specs): Problem[] =>
  neededFiles
    .filter((file) => !files.has(file))
    .map((file) => ({
      file,
      line: 1,
      column: 1,
      pointer: '#',
      rule: 'documents/missing-file',
      message: 'This file is not there.',
      fix: `Add ${file}; the README says what is in it.`,
    }))

/** One problem per file: what a parser says after its first stumble mostly follows from it. */
const checkSyntax = ({ files, records }: Specs): Problem[] =>
  [...files.values(), ...records.values()].flatMap(({ file, syntaxProblem }) => {
    if (!syntaxProblem) return []
    const { line, column, pointer } = syntaxProblem
    return [{ file, line, column, pointer, ...syntaxFinding(syntaxProblem) }]
  })

const checkUnread = ({ unread }: Specs): Problem[] =>
  unread.map((one) => ({ ...one, pointer: '#', rule: 'documents/unreadable' }))

const checkEmpty = (specs: Specs): Problem[] =>
  [...specs.files.values()]
    .filter(({ file, value }) => file.startsWith('schemas/') && value === null)
    .map((source) =>
      source.problem([], {
        rule: 'documents/empty',
        message: 'This schema file is empty.',
        fix: 'Write title, description and type, or delete it with all that refers to it.',
      }),
    )
