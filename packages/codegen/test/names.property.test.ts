import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scaled } from '@partner-platform/harness'
import { build } from 'esbuild'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'
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
    one.map(({ path, content }) => ({ path: `${index}/${path}`, content })),
  )
  expect(await checkTypes(files)).toEqual([])
  const folder = writeDocuments(
    Object.fromEntries(files.map(({ path, content }) => [path, content])),
  )
  await build({
    entryPoints: samples.map((_, index) => join(folder, `${index}/index.ts`)),
    outdir: join(folder, 'out'),
    outExtension: { '.js': '.mjs' },
    outbase: folder,
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  })
  const names = samples.map((_, index) => `./out/${index}/index.mjs`)
  const script = join(folder, 'import.mjs')
  writeFileSync(
    script,
    `for (const name of ${JSON.stringify(names)})
       if (Object.keys(await import(name)).length === 0) throw new Error(name)`,
  )
  // Not by the test runner, which would parse the modules itself.
  await promisify(execFile)(process.execPath, [script])
})
