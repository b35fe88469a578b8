import { expect, it } from 'vitest'
import { generate, type PartName } from '../src/generate.ts'
import { writeDocuments } from './write-documents.ts'

const API = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    post:
      operationId: postA
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 204: { description: done, headers: { X-A: { schema: { type: string } } } } }
components: { schemas: { Thing: { type: object, properties: { kind: { type: string } } } } }
`

async function filesWithout(cwd: string, ...omit: PartName[]) {
  const files = await generate({
    ...{ openapi: ['a.yaml'], cwd, omit },
  })
  return Object.fromEntries(files.map(({ path, content }) => [path, content]))
}

it('leaves out the readers, and all that only they need', async () => {
  const cwd = writeDocuments({ 'a.yaml': API })
  const whole = await filesWithout(cwd)
  const files = await filesWithout(cwd, 'readers')
  expect(Object.keys(whole).filter((path) => !(path in files))).toEqual(['shapes.ts'])
  expect(files['parsers.ts']).toContain('export const parseThingSent')
  expect(files['parsers.ts']).toContain('sent: parseThingSent }')
  expect(files['parsers.ts']).toContain("headers: { 'X-A': { required: false, sent: ")
  const text = Object.values(files).join('')
  for (const name of [
    'parseThing:',
    'isThing:',
    'received:',
    'createReader',
    'createReadGuard',
    'type Received<',
    'readShape',
  ])
    expect([name, text.includes(name)]).toEqual([name, false])
  for (const path of ['types.ts', 'openapi.ts', 'constants.ts', 'validators.js'])
    expect(files[path]).toBe(whole[path])
})

it('leaves out the types of headers alone', async () => {
  const cwd = writeDocuments({ 'a.yaml': API })
  const whole = await filesWithout(cwd)
  const files = await filesWithout(cwd, 'headers')
  expect(whole['types.ts']).toContain('PostA204Headers')
  expect(files['types.ts']).not.toContain('PostA204Headers')
  expect(files['types.ts']).toContain('export type Thing')
  for (const path of ['parsers.ts', 'openapi.ts', 'constants.ts', 'runtime.ts'])
    expect(files[path]).toBe(whole[path])
})
