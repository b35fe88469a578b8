import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeFiles } from '@partner-platform/harness'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Json } from '../src/bundle/documents.ts'
import { BundleError, buildBundles, documents } from '../src/bundle/index.ts'
import { detachPage, type renderRedoc } from '../src/bundle/render-redoc.ts'
import { toReadersSchema } from '../src/bundle/to-readers-view.ts'
import { checkAsyncApi, checkRedocly } from '../src/check/check-tools.ts'
import { listExamples } from '../src/contract/example-cases.ts'
import { fromPointer, valueAt } from '../src/contract/pointer.ts'
import { toSpecs } from '../src/contract/specs.ts'
import { brokenCopy, contract, specsFolder } from './broken-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'bundles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dist = join(folder, 'dist')
writeFiles(folder, { 'dist/old.html': 'a page of before' })
// test/check/pages.test.ts renders with Redoc.
const render: typeof renderRedoc = async (_, { page, title }) => writeFileSync(page, title)
await buildBundles({ specs: specsFolder, outDir: dist, render })

const textOf = (name: string) => readFileSync(join(dist, name), 'utf8')
const jsonOf = (name: string): Json => JSON.parse(textOf(name))
const digest = (content: Uint8Array) => createHash('sha384').update(content).digest('base64')
const published = documents.filter(({ isPublished }) => isPublished).map(({ id }) => id)

/** The document in a file with the target in place of each reference. */
function expandFile(file: string): Json {
  const files = new Map<string, Json>()
  const read = (path: string): Json => {
    if (!files.has(path)) files.set(path, parse(readFileSync(path, 'utf8')))
    return files.get(path)
  }
  const expand = (node: Json, path: string): Json => {
    if (Array.isArray(node)) return node.map((item) => expand(item, path))
    if (typeof node !== 'object' || node === null) return node
    if (typeof node.$ref === 'string') {
      const [name, pointer = ''] = node.$ref.split('#')
      const target = name === '' ? path : join(dirname(path), name)
      return expand(valueAt(read(target), fromPointer(pointer)), target)
    }
    const members = Object.entries<Json>(node).map(([key, value]) =>
      key === 'externalValue'
        ? ['value', read(join(dirname(path), value))]
        : [key, expand(value, path)],
    )
    return Object.fromEntries(members)
  }
  return expand(read(file), file)
}

/** What a document says, apart from the schemas, which the bundle names by their files. */
function withoutSchemas({ webhooks: _, ...document }: Json): string {
  const { schemas: __, ...components } = document.components
  return JSON.stringify({ ...document, components }, null, 1)
}

describe.each(documents.map(({ id }) => id))('the bundle of %s.yaml', (id) => {
  it('names no other file', () => {
    const references = textOf(`${id}.json`).match(/"\$ref": "[^"]+"/g) ?? []
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((reference) => !reference.startsWith('"$ref": "#/'))).toEqual([])
    expect(textOf(`${id}.json`)).not.toContain('externalValue')
  })

  it('says all that the document says, in its order', () => {
    const written = withoutSchemas(expandFile(join(specsFolder, `${id}.yaml`)))
    expect(withoutSchemas(expandFile(join(dist, `${id}.json`)))).toBe(written)
  })

  it('is the same as YAML, for readers of YAML 1.1 too', () => {
    const yaml = textOf(`${id}.yaml`)
    expect(parse(yaml)).toEqual(jsonOf(`${id}.json`))
    expect(parse(yaml, { version: '1.1' })).toEqual(jsonOf(`${id}.json`))
  })
})

describe('the bundles that are published', () => {
  const bytes = new Map(
    published.map((id) => [`${id}.yaml`, readFileSync(join(dist, `${id}.yaml`))]),
  )
  const specs = toSpecs(
    dist,
    bytes.set('redocly.yaml', readFileSync(`${specsFolder}/redocly.yaml`)),
  )

  it('pass the rules of the contract, webhooks apart, and are valid to AsyncAPI', async () => {
    const found = (await Promise.all(published.map((id) => checkRedocly(specs, id)))).flat()
    expect(found.filter(({ path }) => !String(path).startsWith('#/webhooks/'))).toEqual([])
    // Rules for calls of the API alone: their tags, the headers of their answers, their names.
    expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual([
      'redocly/operation-tag-defined',
      'redocly/response-contains-header',
      'redocly/rule/operation-id',
      'redocly/rule/response-fields',
    ])
    expect(checkAsyncApi(specs)).toEqual([])
  })

  it('are listed in the manifest with their digests, and no others', () => {
    const { files } = jsonOf('manifest.json')
    const names = files.map(({ name }: Json) => name)
    const built = readdirSync(dist).filter((name) => !/^(operator|manifest)\./.test(name))
    expect(names.toSorted()).toEqual(built.sort())
    const written = published.flatMap((id) => [`${id}.json`, `${id}.yaml`, `${id}.html`])
    expect(names).toEqual(expect.arrayContaining(written))
    for (const { name, bytes, integrity, title, version } of files) {
      const content = readFileSync(join(dist, name))
      expect([bytes, integrity]).toEqual([content.length, `sha384-${digest(content)}`])
      const { info } = jsonOf(/^asyncapi|^submission/.test(name) ? 'asyncapi.json' : 'openapi.json')
      expect([title, version]).toEqual([info.title, info.version])
    }
  })
})

type Example = { at: string; schema: Json; value: Json }

/** Each example beside a schema. */
function examplesOf(node: Json, at = '#'): Example[] {
  if (typeof node !== 'object' || node === null) return []
  const { schema, payload, headers, example, examples } = node
  const single = schema && example !== undefined ? [{ at, schema, value: example }] : []
  const named = schema && examples ? Object.values<Json>(examples) : []
  const messages: Json[] = payload && examples ? examples : []
  return [
    ...single,
    ...named.map(({ value }) => ({ at, schema, value })),
    ...messages.map((one) => ({ at, schema: payload, value: one.payload })),
    ...messages.map((one) => ({ at, schema: headers, value: one.headers })),
    ...Object.entries<Json>(node).flatMap(([key, value]) =>
      key === 'examples' ? [] : examplesOf(value, `${at}/${key}`),
    ),
  ]
}

describe('what a reader takes', () => {
  const nameOf = ({ $ref }: Json): string => $ref.split('/').at(-1)
  const { components, paths } = jsonOf('openapi.json')
  const responses = Object.values<Json>(paths)
    .flatMap((item) => Object.values<Json>(item))
    .flatMap((operation) => Object.values<Json>(operation.responses ?? {}))
    .map((response) => (response.$ref ? components.responses[nameOf(response)] : response))
  const bodies = responses.flatMap(({ content }) =>
    content ? [nameOf(content['application/json'].schema)] : [],
  )
  const items = bodies
    .flatMap((name) => Object.values<Json>(components.schemas[name].properties))
    .flatMap((property) => (property.items ? [nameOf(property.items)] : []))
  const messages = Object.values<Json>(jsonOf('asyncapi.json').components.messages)
  const payloads = messages.map(({ payload }) => nameOf(payload))
  const schemas = [...new Set([...bodies, ...items, ...payloads])]
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  const validators = new Map(
    schemas.map((name) => [name, ajv.compile(jsonOf(`${name}.reader.schema.json`))]),
  )

  it('is there for each body of a response, each payload of a message and each item', () => {
    const names = readdirSync(dist).filter((name) => name.endsWith('.reader.schema.json'))
    const wanted = schemas.map((name) => `${name}.reader.schema.json`)
    expect(wanted.length).toBeGreaterThan(3)
    expect(names.sort()).toEqual(wanted.sort())
  })

  it.each(
    listExamples(contract).filter(
      (one) => schemas.includes(one.schema) && one.folder !== 'unparseable',
    ),
  )('6.4.2 is judged by a plain validator: $file', ({ file, schema, folder: kind }) => {
    const validate = validators.get(schema)
    expect(validate?.(contract.files.get(file)?.value)).toBe(kind !== 'invalid')
  })

  it('binds nothing that a partner sends', () => {
    const [strict, view] = [jsonOf('openapi.json'), jsonOf('openapi.reader.json')]
    expect(view.components.parameters).toEqual(strict.components.parameters)
    const name = 'if-none-match'
    expect(view.components.schemas[name]).toEqual(strict.components.schemas[name])
    expect(view.info).toEqual(strict.info)
    const { headers } = jsonOf('asyncapi.reader.json').components.messages.submissionUpdated
    expect(headers.properties['Content-Type']).toEqual({
      description: 'Always JSON.',
      type: 'string',
    })
    expect(JSON.stringify(view.components.schemas.country)).not.toMatch(/pattern|maxLength/)
  })

  it.each(published)('keeps the examples of %s.json, and accepts each', (id) => {
    const [strict, view] = [jsonOf(`${id}.json`), jsonOf(`${id}.reader.json`)]
    const examples = examplesOf(view)
    expect(examples.map(({ value }) => value)).toEqual(examplesOf(strict).map(({ value }) => value))
    expect(examples.length).toBeGreaterThan(0)
    for (const { at, schema, value } of examples) {
      const validate = ajv.compile({ ...schema, components: view.components })
      expect([at, value, validate(value), validate.errors]).toEqual([at, value, true, null])
    }
  })

  it('8.3 needs no header', () => {
    const { components, paths, webhooks } = jsonOf('openapi.reader.json')
    const operations = Object.values<Json>(paths).flatMap((item) => Object.values<Json>(item))
    const answers = operations.map(({ responses }) => responses)
    const { parameters } = webhooks['submission.updated'].post
    expect(parameters).toHaveLength(2)
    const read = [components.headers, components.responses, answers, parameters]
    expect(JSON.stringify(read)).not.toContain('"required":true')
    const headersIn = (name: string) => jsonOf(name).components.messages.submissionUpdated.headers
    expect(headersIn('asyncapi.reader.json')).not.toHaveProperty('required')
    expect(headersIn('asyncapi.json').required).toEqual(['Content-Type', 'X-Platform-Event'])
  })

  const string = { type: 'string' }
  it.each<[string, Json, Json]>([
    ['types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    ['an integer as a number', { type: 'integer', minimum: 1 }, { type: 'number' }],
    ['the types of listed values', { enum: ['a', null] }, { type: ['string', 'null'] }],
    ['the type of a fixed value', { const: true }, { type: 'boolean' }],
    [
      'no rule on content',
      { ...string, pattern: 'a', format: 'uuid', title: 'A' },
      { title: 'A', type: 'string' },
    ],
    ['nothing that depends', { if: true, not: string, dependentRequired: {} }, {}],
    ['no closed object', { additionalProperties: false }, {}],
    ['no items', { type: 'array', items: string }, { type: 'array' }],
    [
      'required members, and the words of optional ones',
      { required: ['a'], properties: { a: string, b: { ...string, title: 'B' } } },
      { required: ['a'], properties: { a: string, b: { title: 'B' } } },
    ],
    [
      'a member that only the sender must give as optional',
      { required: ['a'], properties: { a: { ...string, 'x-sender-only': true } } },
      { properties: { a: {} } },
    ],
    [
      'a member that the schema around requires',
      { required: ['a'], allOf: [{ properties: { a: string } }] },
      { required: ['a'], allOf: [{ properties: { a: string } }] },
    ],
    [
      'one or more of oneOf',
      { oneOf: [string, { type: 'null' }], anyOf: [{ const: 'a' }] },
      { allOf: [{ anyOf: [string] }, { anyOf: [string, { type: 'null' }] }] },
    ],
    ['references', { allOf: [{ $ref: 'a.yaml' }] }, { allOf: [{ $ref: 'a.yaml' }] }],
    ['nothing of a rule for the sender', { 'x-sender-only': true, ...string }, {}],
    ['booleans', false, false],
  ])('keeps %s', (_, schema, want) => {
    expect(toReadersSchema(schema)).toEqual(want)
  })
})

describe('buildBundles', () => {
  const digests = () =>
    readdirSync(dist).map((name) => [name, digest(readFileSync(join(dist, name)))])
  const before = digests()

  it('gives the same bytes each time, in place of what was there', async () => {
    await buildBundles({ specs: specsFolder, outDir: dist, render })
    expect(digests()).toEqual(before)
    expect(before.map(([name]) => name)).not.toContain('old.html')
    expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual([])
  })

  it.each([
    ['a schema that is not there', 'country-list.yaml', 'gone.yaml', /gone\.yaml/],
    ['an example that is not there', 'two-countries.json', 'gone.json', /gone\.json/],
  ])('names %s and leaves what was built', async (_, from, to, says) => {
    const specs = brokenCopy([{ file: 'openapi.yaml', from, to }], 'documents')
    const built = buildBundles({ specs, outDir: dist, render })
    await expect(built).rejects.toThrow(BundleError)
    await expect(built).rejects.toThrow(says)
    expect(digests()).toEqual(before)
  })
})

describe('detachPage', () => {
  const assets = [
    'https://cdn.redoc.ly/redoc/logo-mini-full.svg',
    'https://cdn.redoc.ly/redoc/logo-mini.svg',
    'https://cdn.redocly.com/icons/fa/7.0.0',
    'https://cdn.redocly.com/icons/code/5.24.0',
  ]
  const page = (...names: string[]) =>
    `<html><head></head><body><script>${names.join(' ')}</script></body></html>`

  it('allows a script by the digest of its text', () => {
    expect(detachPage(page(...assets))).toMatch(/script-src 'sha256-[A-Za-z0-9+/]{43}='/)
  })

  it.each(assets)('fails if Redoc no longer names %s', (asset) => {
    const others = assets.filter((other) => other !== asset)
    expect(() => detachPage(page(...others))).toThrow(BundleError)
  })

  it('fails if Redoc names a new asset, unless the document names it', () => {
    const html = page(...assets, 'see https://cdn.example.com/logo.svg.')
    expect(() => detachPage(html)).toThrow(/Redoc names https:\/\/cdn\.example\.com\/logo\.svg/)
    const shown = JSON.stringify({ description: 'see https://cdn.example.com/logo.svg.' })
    expect(detachPage(html, shown)).toContain('https://cdn.example.com/logo.svg')
  })
})
