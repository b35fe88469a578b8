import { valueAt } from '../contract/pointer.ts'
import type { Finding, Found, Problem } from '../contract/problem.ts'
import { isUnclosed, type SyntaxProblem } from '../contract/source-text.ts'
import { type Specs, toProblem } from '../contract/specs.ts'
import { checkReferences } from './check-references.ts'

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
function* checkFiles({ files, unread }: Specs): Iterable<Found | Problem> {
  yield* unread
  const isUnread = (file: string) => unread.some((one) => one.file === file)
  for (const file of neededFiles) {
    if (files.has(file) || isUnread(file)) continue
    const fix = `Add ${file}; the README says what belongs in it.`
    yield { file, rule: 'documents/missing-file', message: 'This file is missing.', fix }
  }
  for (const { file, syntaxProblem } of files.values()) {
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
    const message = `This document does not declare ${key} ${example.replace(/\.0$/, '')}.`
    const fix = `Begin with ${key}: ${example}.`
    yield { file, path: [key], rule: 'documents/version', message, fix }
  }
  for (const { file, value } of files.values()) {
    if (!file.startsWith('schemas/') || value !== null) continue
    const message = 'This schema file is empty.'
    const fix =
      'Write title, description and type, or delete the file and everything that refers to it.'
    yield { file, path: [], rule: 'documents/empty', message, fix }
  }
}

/** Why a file does not parse, in words for its author and not for a YAML expert. */
function syntaxFinding(problem: SyntaxProblem): Finding {
  const { code, message, key } = problem
  if (code === 'DUPLICATE_KEY') {
    const message = `The key ${key} appears twice in one object.`
    const fix = 'Keep one of the two, or give the second its own name.'
    return { rule: 'documents/duplicate-key', message, fix }
  }
  const [own, fix] = (isUnclosed(problem) ? unclosed : findings[code]) ?? []
  return {
    rule: 'documents/syntax',
    message: own || `${message.replace(/\.$/, '')}.`,
    fix: fix ?? 'Check indentation, quotes and brackets here and in the lines around it.',
  }
}

const unclosed = [
  'The quote or bracket that opens here is not closed.',
  'Close it: a quote with the same quote, a list with ], an object with }.',
]

/** By the code of the YAML parser: words instead of its own where they are better, and what to do. */
const findings: Readonly<Record<string, readonly string[]>> = {
  JSON: ['', 'Write strict JSON: double quotes, commas between entries, none after the last.'],
  BAD_ALIAS: [
    'This alias names an anchor that does not exist.',
    'Put text that begins with * in quotes, or define the anchor above it.',
  ],
  CYCLIC_ALIAS: [
    'This alias refers to the node that contains it.',
    'Refer to it with $ref, or write it out.',
  ],
  MERGE_KEY: ['YAML merge keys (<<) are not allowed here.', 'Write the keys out.'],
  MULTIPLE_DOCS: [
    'A second YAML document begins at this line.',
    'Remove the line ---, or move what follows it to a file of its own.',
  ],
  RESOURCE_EXHAUSTION: [
    'This is nested too deeply.',
    'Move the inner parts to files of their own.',
  ],
  TAB_AS_INDENT: [
    'This line is indented with a tab.',
    'Indent with two spaces per level; YAML allows no tabs here.',
  ],
  BAD_INDENT: [
    'The indentation of this line differs from the lines beside it.',
    'Indent with two spaces per level, the same for all keys of one object.',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'This key is inside the value of another key.',
    'Indent it like the keys beside it, or quote text that contains a colon and a space.',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'This line is not a key with a value.',
    'Write a colon and a space after the key, or indent the line as part of the text above.',
  ],
  MISSING_CHAR: [
    'This line is not a key with a value.',
    'Write a colon and a space after the key, or indent the line as part of the text above.',
  ],
  BAD_SCALAR_START: ['', 'Put the text in quotes.'],
  BAD_DQ_ESCAPE: ['', 'Write \\\\ for a backslash, or put the text in single quotes.'],
  TAG_RESOLVE_FAILED: ['', 'Put text that begins with ! in quotes.'],
  UNEXPECTED_TOKEN: ['', 'Put the text in quotes, or check the brackets around it.'],
}
