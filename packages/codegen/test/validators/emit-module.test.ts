import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/model.ts'
import { assertStandalone, emitValidators } from '../../src/validators/emit-validators.ts'
import { contractOf } from './contract-of.ts'
import { loadFirst, loadGenerated } from './load-generated.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const schemas: Record<string, JsonSchema> = {
  Country: {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', pattern: '^[A-Z]{2}$' } },
    additionalProperties: false,
  },
  CountryList: { type: 'array', items: ref('Country'), uniqueItems: true },
  Event: {
    type: 'object',
    properties: {
      at: { format: 'date-time' },
      link: { format: 'uri' },
      kind: { enum: ['a', 'b', 'c', 'd'] },
    },
    unevaluatedProperties: false,
  },
  Wide: {
    type: 'object',
    properties: Object.fromEntries(
      [...'abcdefghijkl'].map((name) => [name, { type: ['string', 'null'], minLength: 1 }]),
    ),
    additionalProperties: false,
  },
}

const load = loadFirst(contractOf(schemas))

async function contentOf(contract = contractOf(schemas)): Promise<Record<string, string>> {
  const files = await emitValidators(contract)
  return Object.fromEntries(files.map(({ path, content }) => [path, content]))
}

it('leaves a schema as it was when another one is added', async () => {
  const functionOf = (code: string) => /export function sentCountry\([\s\S]*?\n\}\n/.exec(code)?.[0]
  const { 'validators.js': before = '' } = await contentOf()
  const { 'validators.js': after = '' } = await contentOf(
    contractOf({ ...schemas, Aardvark: { type: 'string', pattern: 'b', format: 'uri' } }),
  )
  expect(functionOf(before)).toBeDefined()
  expect(functionOf(after)).toBe(functionOf(before))
})

it('refuses code that loads a package', () => {
  const loads = 'const func0 = require("ajv/dist/runtime/equal").default'
  expect(() => assertStandalone(loads)).toThrow(/^validators\.js would need require\. /)
})

it('reads lists of types and many names without carrying the schema along', async () => {
  const { parseWideSent } = await load()
  expect(parseWideSent?.({ a: 'x', l: null }).ok).toBe(true)
  expect(parseWideSent?.({ a: 1, m: 'x' })).toMatchObject({
    issues: [
      { path: '/m', keyword: 'additionalProperties' },
      { path: '/a', keyword: 'type', message: 'expected a string or null, received an integer' },
    ],
  })
  expect((await contentOf())['validators.js']).not.toContain('minLength": ')
})

it('brings along only what an import needs', async () => {
  const { folder } = await loadGenerated(contractOf(schemas))
  const bundle = async (code: string) => {
    writeFileSync(join(folder, 'entry.ts'), code)
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'entry.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    })
    return outputFiles[0]?.text ?? ''
  }
  const one = await bundle(
    "import { isCountrySent } from './parsers.ts'\nconsole.log(isCountrySent({}))",
  )
  expect(one).toContain('[A-Z]{2}')
  expect(one).not.toMatch(/date-time|uniqueItems|received|\[a-z\]\[a-z0-9/)
  expect(one.length).toBeLessThan(1500)
  const read = await bundle("import { isCountry } from './parsers.ts'\nconsole.log(isCountry({}))")
  expect(read).not.toMatch(/\[A-Z\]|date-time|uniqueItems|expected/)
  expect(read.length).toBeLessThan(4800)
  expect(await bundle("import './parsers.ts'")).toBe('')
})

it('makes one function of what is written twice', async () => {
  const address = {
    type: 'object',
    required: ['street', 'city'],
    properties: {
      street: { type: 'string', minLength: 1 },
      city: { type: 'string', minLength: 1 },
      zip: { type: 'string', pattern: '^[0-9]{5}$' },
      country: { type: 'string', minLength: 1 },
    },
  }
  const one = await contentOf(contractOf({ A: { properties: { home: address } } }))
  const both = await contentOf(
    contractOf({
      A: { properties: { home: address } },
      B: { properties: { work: address, other: address } },
      C: address,
      D: address,
    }),
  )
  expect(both['validators.js']?.match(/\.street/g)?.length).toBe(
    (one['validators.js']?.match(/\.street/g)?.length ?? 0) * 2,
  )
  expect(both['validators.js']).toMatch(/^function part_[0-9a-f]{12}\(/m)
  expect(both['validators.d.ts']).not.toContain('part_')
})

it('writes ten times the code for ten times the schemas', async () => {
  const lengthFor = async (count: number) => {
    const named = Array.from({ length: count }, (_, index): [string, JsonSchema] => {
      const text = { type: 'string', maxLength: 1000 + index }
      const next = ref(`S${1000 + ((index * 7 + 1) % count)}`)
      return [`S${1000 + index}`, { properties: { a: text, b: { properties: { a: text } }, next } }]
    })
    return Object.values(await contentOf(contractOf(Object.fromEntries(named)))).join('').length
  }
  expect((await lengthFor(200)) / (await lengthFor(20))).toBeLessThan(11)
})
