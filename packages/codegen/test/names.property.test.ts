import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { generate } from '../src/generate.ts'
import { checkTypesIn } from './check-types.ts'
import { writeDocuments } from './write-documents.ts'

const piece = fc.constantFrom(
  ...String.raw`*/ /* // * \ ${'`'} ${'${'} ' " < @see # % __proto__ constructor a . - 𝒳`.split(
    ' ',
  ),
  ...['\n', '\r', '\u2028', ' ', '\0'],
  ...['import', 'eval', 'process', 'globalThis', 'require(', 'new Function', 'class', 'default'],
)
const name = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))

const document = fc
  .record({ path: name, type: name, id: name, member: name, value: name, text: name, header: name })
  .map(({ path, type, id, member, value, text, header }) => ({
    openapi: '3.1.0',
    info: { title: text, version: text },
    servers: [{ url: `https://a.example/${path}`, description: text }],
    paths: {
      [`/${path}`]: {
        get: {
          operationId: id,
          summary: text,
          parameters: [{ name: member, in: 'query', schema: { enum: [value] } }],
          responses: {
            200: {
              description: text,
              headers: { [header]: { schema: { type: 'string', default: value } } },
              content: { [type]: { schema: { $ref: '#/components/schemas/A' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        A: {
          description: text,
          required: [member],
          properties: { [member]: { description: text, const: value, format: value }, b: true },
          if: { properties: { [member]: { const: value } }, required: [member] },
          then: { required: ['b'] },
        },
      },
    },
  }))

it('code from names, paths and texts of any characters compiles, and imports', async () => {
  const samples = fc.sample(document, { numRuns: scaled(20), seed: 1 })
  const all = await Promise.all(
    samples.map(async (sample) => {
      const cwd = writeDocuments({ 'api/openapi.json': JSON.stringify(sample) })
      return generate({ openapi: ['api/openapi.json'], cwd })
    }),
  )
  const files = all.flatMap((one, index) =>
    one.map(({ path, content }) => [`${index}/${path}`, content] as const),
  )
  const imports = samples.map((_, index) => {
    return `if (Object.keys(await import('./${index}/index.ts')).length === 0) throw new Error('${index}')`
  })
  const folder = writeDocuments({ ...Object.fromEntries(files), 'import.mjs': imports.join('\n') })
  expect(await checkTypesIn(folder)).toEqual([])
  // Not by the test runner, which would parse the modules itself.
  await promisify(execFile)(process.execPath, [join(folder, 'import.mjs')])
})
