import { examples, specsFolder } from '@partner-platform/fixtures/tables'
import { expect, test } from 'vitest'
import { generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'

const documents = { openapi: ['openapi.yaml'], asyncapi: ['asyncapi.yaml'], cwd: specsFolder }

test('our own contract gives files that compile, with nothing carried in part, and every example that the writer may send is of the type of its schema', async () => {
  const notices: string[] = []
  const files = await generate({ ...documents, onNotice: (notice) => notices.push(notice) })
  const valid = examples().filter(({ folder }) => folder === 'valid')
  expect(valid.length).toBeGreaterThan(100)
  const lines = valid.map(({ schema, text }, index) => {
    return `export const example${index}: types.${schema} = ${text.trim().replace(/\s*\n\s*/g, ' ')}`
  })
  const written = ["import type * as types from './types.ts'", ...lines].join('\n')
  const errors = await checkTypes([
    ...files.filter(({ path }) => path.endsWith('.ts')),
    { path: 'examples.ts', content: written },
  ])
  const named = (error: string) => {
    const [, line] = /^examples\.ts\((\d+),/.exec(error) ?? []
    return `${valid[Number(line) - 2]?.file ?? 'the files'}: ${error}`
  }
  expect(errors.map(named)).toEqual([])
  expect(notices).toEqual([])
})
