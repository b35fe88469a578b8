import { posix } from 'node:path'
import { nearestName } from './nearest-name.ts'
import { isRecord, type Path, toPointer, valueAt } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'
import { listReferences, type Reference } from './references.ts'
import type { Specs } from './specs.ts'

const neededFiles = ['openapi.yaml', 'asyncapi.yaml', 'redocly.yaml', 'statements.yaml']

/** Files that are missing, do not parse, or name what is not there; other checks need these right. */
export function checkDocuments(specs: Specs): Problem[] {
  const problems = [...checkNeeded(specs), ...checkSyntax(specs)]
  if (problems.length === 0) problems.push(...checkVersions(specs))
  // References into a file that does not parse would all dangle.
  return problems.length > 0 ? problems : checkReferences(specs)
}

/** AsyncAPI stays at 3.0.0: some of its readers refuse 3.1. */
const versions = [
  { file: 'openapi.yaml', key: 'openapi', is: /^3\.1\.\d+$/, example: '3.1.0' },
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

function checkSyntax({ files, records }: Specs): Problem[] {
  return [...files.values(), ...records.values()].flatMap((source) =>
    source.syntaxProblems.map(({ line, column, code, message }) => ({
      file: source.file,
      line,
      column,
      pointer: '#',
      ...(code === 'DUPLICATE_KEY'
        ? {
            rule: 'documents/duplicate-key',
            message: 'This key is there twice in one object.',
            fix: 'Keep one of the two, or give the second its own name.',
          }
        : {
            rule: 'documents/syntax',
            message: `${message.replace(/\.$/, '')}.`,
            fix:
              syntaxFixes[code] ??
              'Compare indentation, quotes and brackets with the lines around it.',
          }),
    })),
  )
}

const syntaxFixes: Record<string, string> = {
  JSON: 'Write strict JSON: double quotes, commas between entries, none after the last.',
  BAD_INDENT: 'Indent with two spaces per level, the same for all keys of one object.',
  MISSING_CHAR: 'Close the quote or bracket that is open here.',
  TAB_AS_INDENT: 'Indent with spaces; YAML allows no tabs here.',
  BAD_ALIAS: 'Quote text that begins with *, or name an anchor that is there.',
  BLOCK_AS_IMPLICIT_KEY: 'Quote text that contains a colon and a space.',
  UNRESOLVED_ALIAS: 'Quote text that begins with *, or name an anchor that is there.',
}

function checkReferences(specs: Specs): Problem[] {
  const references = listReferences(specs)
  const dangling = references.flatMap((reference) => {
    const finding = checkTarget(specs, reference)
    const source = specs.files.get(reference.file)
    return finding && source ? [source.problem(reference.path, finding)] : []
  })
  return [...dangling, ...checkUnused(specs, references)]
}

function checkTarget(specs: Specs, { file, text, target }: Reference): Finding | undefined {
  const rule = 'documents/dangling-ref'
  if ('remote' in target) {
    return {
      rule: 'documents/remote-ref',
      message: `${text} is outside this folder, and the contract must be readable without a network.`,
      fix: 'Copy what is meant into schemas/ and refer to it as ./schemas/<name>.yaml.',
    }
  }
  if (!specs.bytes.has(target.file)) {
    const near = nearestName(target.file, specs.bytes.keys())
    const relative = near && toRelative(file, near)
    return {
      rule,
      message: `${text} names a file that is not there.`,
      fix: relative ? `Write ${relative}, or add ${target.file}.` : `Add ${target.file}.`,
    }
  }
  const value = specs.files.get(target.file)?.value
  if (target.pointer.length === 0 || valueAt(value, target.pointer) !== undefined) return undefined
  return {
    rule,
    message: `${text} names a place that is not there.`,
    fix: suggestPlace(value, target.pointer, text.split('#')[0] ?? ''),
  }
}

function suggestPlace(value: unknown, pointer: Path, file: string): string {
  const wrong = pointer.findIndex(
    (_, index) => valueAt(value, pointer.slice(0, index + 1)) === undefined,
  )
  const parent = pointer.slice(0, wrong)
  const there = valueAt(value, parent)
  const names = isRecord(there) ? Object.keys(there) : []
  const near = nearestName(String(pointer[wrong]), names)
  const place = (name: string) =>
    `${file}#${toPointer([...parent, name, ...pointer.slice(wrong + 1)])}`
  if (near) return `Write ${place(near)}.`
  return `#${toPointer(parent)} has ${names.length > 0 ? names.join(', ') : 'nothing below it'}.`
}

function checkUnused(specs: Specs, references: Reference[]): Problem[] {
  const used = new Set(references.map(({ target }) => ('file' in target ? target.file : '')))
  return [...specs.files.values()]
    .filter(({ file }) => file.startsWith('schemas/') && !used.has(file))
    .map((source) =>
      source.problem([], {
        rule: 'documents/unused-schema',
        message: 'No document refers to this schema.',
        fix: `Refer to it with $ref: ./${source.file}, or delete it and its examples.`,
      }),
    )
}

function toRelative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}
