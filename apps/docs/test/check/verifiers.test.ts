import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  bodyBytes,
  type SignatureVector,
  signatureVectors,
} from '@partner-platform/fixtures/tables'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { type Snippet, snippets } from '../snippets/read-snippets.ts'
import { lacksProgram, runSnippet } from '../snippets/start-snippet.ts'

const { rows } = signatureVectors
type Given = SignatureVector['given']

const toBase64 = (text: string) => Buffer.from(text).toString('base64')

/** Body, signature and secrets in base64. A missing or repeated header is an empty text. */
const toLine = (given: Given) =>
  [
    Buffer.from(bodyBytes(given)).toString('base64'),
    typeof given.signature === 'string' ? toBase64(given.signature) : '',
    given.secrets.map(toBase64).join(','),
  ].join(' ')

/**
 * By language, the code that prints what its function says to each line: a file of its own, or an `append.…`
 * that goes behind the function.
 */
const callers: Record<string, string> = {
  python: 'append.py',
  go: 'main.go',
  php: 'append.php',
  ruby: 'append.rb',
  java: 'Main.java',
  csharp: 'main.cs',
}
const folder = join(import.meta.dirname, 'callers')

/** Runs a function on rows; gives what it says to each. */
function ask(snippet: Snippet, given: readonly Given[]) {
  const name = callers[snippet.language] ?? ''
  const caller = readFileSync(join(folder, name), 'utf8')
  const isBehind = name.startsWith('append.')
  // Two files in one: the second opening tag of PHP goes.
  const source = isBehind ? `${snippet.source}\n${caller.replace('<?php', '')}` : snippet.source
  const files = {
    'rows.txt': given.map(toLine).join('\n'),
    ...(isBehind ? {} : { [name]: caller }),
  }
  return runSnippet({ ...snippet, source }, { env: { HOME: process.env.HOME ?? '' }, files })
}

const verifiers = snippets.filter(
  ({ slug, language }) => slug === 'guides/signatures' && language in callers,
)

it('the guide on signatures has a function for each of six languages', () => {
  expect(verifiers.map(({ language }) => language).toSorted()).toEqual(
    Object.keys(callers).toSorted(),
  )
})

describe.each(verifiers)('the function in $title', (snippet) => {
  it.skipIf(lacksProgram(snippet))(
    'D-002, D-003 agrees with signatures.json, and then fails for a secret without a key',
    async () => {
      const given = rows.map((row) => row.given)
      const last = { ...(given[0] as Given), secrets: [constants.secretPrefix] }
      const { code, lines, stderr } = await ask(snippet, [...given, last])
      expect(lines).toEqual(rows.map(({ want }) => String(want.ok)))
      expect(code).not.toBe(0)
      expect(stderr).not.toMatch(/warning/i)
    },
  )
})
