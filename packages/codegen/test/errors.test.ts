import { expect, test } from 'vitest'
import { bundleContract } from '../src/bundle-contract.ts'
import { ContractError, type ProblemCode } from '../src/errors.ts'
import { errorRows, HEAD } from './error-rows.ts'
import { writeDocuments } from './write-documents.ts'

test.each(Object.entries(errorRows))('tells of %s', (_, { files, want }) => {
  const prefixed = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`api/${name}`, text]),
  )
  const cwd = writeDocuments(prefixed)
  const named = (kind: string) =>
    Object.keys(prefixed).filter((name) => name.startsWith(`api/${kind}`))
  const openapi = Object.keys(files).length === 0 ? ['api/openapi.yaml'] : named('openapi')
  const problems = problemsOf(() => bundleContract({ openapi, asyncapi: named('asyncapi'), cwd }))
  expect(problems).toEqual(want)
})

test('tells what two documents say about one path and one security scheme', () => {
  const cwd = writeDocuments({
    'a.yaml': `${HEAD}paths: { /x: { get: {} } }\ncomponents: { securitySchemes: { key: { type: http } } }\n`,
    'b.yaml': `${HEAD}paths: { /x: { get: {} } }\ncomponents: { securitySchemes: { key: { type: apiKey } } }\n`,
  })
  const problems = problemsOf(() => bundleContract({ openapi: ['a.yaml', 'b.yaml'], cwd }))
  expect(problems).toEqual([
    [
      'duplicate',
      "b.yaml:3:16 /paths/~1x/get: 'get' of this path is described by two documents. Keep one of them.",
    ],
    [
      'duplicate',
      "b.yaml:4:34 /components/securitySchemes/key: the security scheme 'key' is described otherwise by another document. Rename one of them.",
    ],
  ])
})

test('tells of parameters that one list describes twice, headers in any case', () => {
  const cwd = writeDocuments({
    'a.yaml': `${HEAD}paths: { /a: { parameters: [{ name: X-A, in: header }, { name: x-a, in: header }], get: { parameters: [{ name: q, in: query }, { name: q, in: query }, { name: q, in: header }] } } }`,
  })
  const says = (place: string) => `the ${place} parameter is described twice. Keep one of them.`
  expect(problemsOf(() => bundleContract({ openapi: ['a.yaml'], cwd }))).toEqual([
    ['duplicate', `a.yaml:3:56 /paths/~1a/parameters/1: ${says('header')}`],
    ['duplicate', `a.yaml:3:128 /paths/~1a/get/parameters/1: ${says('query')}`],
  ])
})

function problemsOf(run: () => unknown): [ProblemCode, string][] {
  try {
    run()
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const lines = error.message.split('\n')
    return error.problems.map(({ code }, index) => [code, lines[index] ?? ''])
  }
  return []
}
