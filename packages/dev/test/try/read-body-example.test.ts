import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { readBodyExample } from '../../src/try/read-body-example.ts'

it.each([
  ['an example in a file', '{ examples: { a: { externalValue: ./a.json } } }', '{ "a": 1 }'],
  ['a named example', '{ examples: { a: { value: { b: 2 } } } }', '{\n  "b": 2\n}'],
  ['an example', '{ example: { c: 3 } }', '{\n  "c": 3\n}'],
  ['no example', '{}', '{}'],
])('a body starts with what the document shows: %s', (_, media, wanted) => {
  const document = `paths: { /a: { post: { requestBody: { content: { application/json: ${media} } } } } }`
  const folder = temporaryFolder({ 'openapi.yaml': document, 'a.json': '{ "a": 1 }\n' })
  const call = { method: 'POST', path: '/a' }
  expect(readBodyExample(join(folder, 'openapi.yaml'), call)).toBe(wanted)
})
