import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleContract, bundleWithLocations } from '../src/bundle-contract.ts'
import { emitConstants } from '../src/constants/emit-constants.ts'
import { ContractError } from '../src/errors.ts'
import { checkSchemas } from '../src/schema/check-schemas.ts'
import { emitTypes } from '../src/types/emit-types.ts'
import { compileFunctions } from '../src/validators/compile-functions.ts'
import { Hoist } from '../src/validators/hoist.ts'
import { planFunctions } from '../src/validators/plan-functions.ts'
import { writeDocuments } from './write-documents.ts'

const OPENAPI = parse(`
openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: 'https://a', x-name: a }]
security: [{ key: [] }]
x-constants: { a: { value: 1, description: D, x-decision: D-001 } }
paths:
  '/a/{id}':
    parameters: [{ $ref: '#/components/parameters/Id' }]
    get:
      operationId: getA
      parameters: [{ name: q, in: query, explode: false, schema: { anyOf: [{ type: array, items: { type: integer } }, { type: 'null' }] } }]
      responses: { '200': { $ref: '#/components/responses/Ok' }, default: { description: D } }
      callbacks: { made: { '{$url}': { post: { requestBody: { content: { application/json: { schema: true } } } } } } }
    put: { requestBody: { content: { application/json: { schema: { type: object }, examples: { a: { value: 1 } } } } } }
components:
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string } } }
  headers: { Tag: { schema: { $ref: '#/components/schemas/Tag' } } }
  responses:
    Ok:
      headers: { ETag: { $ref: '#/components/headers/Tag' } }
      content: { application/json: { schema: { items: { $ref: '#/components/schemas/Tag' } } } }
  schemas:
    Tag:
      type: object
      required: [t]
      properties: { t: { anyOf: [{ type: string, enum: [a] }, { type: string }] }, u: { $ref: '#/components/schemas/Tag' } }
    Pair:
      type: array
      prefixItems: [{ type: string }]
      items: false
      discriminator: { propertyName: a, mapping: { a: '#/components/schemas/Tag' } }
  securitySchemes: { key: { type: http, scheme: bearer } }
`)

const ASYNCAPI = parse(`
asyncapi: 3.0.0
channels: { c: { messages: { made: { $ref: '#/components/messages/made' } } } }
operations: { send: { action: send, bindings: { http: { method: PUT } }, messages: [{ $ref: '#/channels/c/messages/made' }] } }
components:
  messages:
    made:
      name: made
      traits: [{ headers: { properties: { a: { type: string } } } }]
      headers: { allOf: [{ required: [b], properties: { b: true } }] }
      payload:
        schemaFormat: application/schema+json;version=draft-07
        schema: { items: [true], dependencies: { a: [b] } }
      examples: [{ payload: 1 }]
`)

const refs = ['#/none', '#', '#/components', 'https://a', 1].map(($ref) => ({ $ref }))
const scalars = [null, true, false, 0, '', 'x']
// The last one cannot become a string: String() and template literals throw.
const objects: unknown[] = [[], {}, [null], { a: null }, { toString: '' }]
const junk = fc.oneof(
  fc.constantFrom<unknown[]>(...scalars, ...refs, ...objects),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Every place of a document, as the keys that lead there. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

function replaceAt(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = (copy as Record<string, unknown>)[key]
  return Object.assign(copy, { [key]: replaceAt(inner, rest, replacement) })
}

/** Objects whose members have names of their own, so that an extension would be one of them. */
const maps = new Set([
  ...['callbacks', 'channels', 'content', 'dependencies', 'examples', 'headers', 'mapping'],
  ...['messages', 'operations', 'properties', 'schemas', 'security', 'x-constants'],
])

/** A copy with an extension in each object that may have one. */
function withExtensions(value: unknown, extension: unknown, path: readonly string[] = []): unknown {
  const inner = (key: string, one: unknown) => withExtensions(one, extension, [...path, key])
  if (Array.isArray(value)) return value.map((item, index) => inner(String(index), item))
  if (typeof value !== 'object' || value === null || '$ref' in value) return value
  const entries = Object.entries(value).map(([key, one]) => [key, inner(key, one)])
  const isMap =
    maps.has(path.at(-1) ?? '') || path.at(-2) === 'components' || path.includes('security')
  return { ...Object.fromEntries(entries), ...(!isMap && { 'x-ext': extension }) }
}

test.each([
  ['openapi', OPENAPI],
  ['asyncapi', ASYNCAPI],
] as const)('an extension in an %s document may hold anything', (kind, document) => {
  const cwd = writeDocuments({})
  for (const [index, extension] of [null, 1, '*/', [null], { $ref: '#/none' }].entries()) {
    const file = join(cwd, `${index}.json`)
    writeFileSync(file, JSON.stringify(withExtensions(document, extension)))
    const contract = bundleContract({ [kind]: [file], cwd })
    emitConstants(contract)
    emitTypes(contract)
  }
})

const numRuns = scaled(90)

test.each([
  ['openapi', OPENAPI, '3.1.0'],
  ['openapi', { ...OPENAPI, openapi: '3.0.3' }, '3.0.3'],
  ['asyncapi', ASYNCAPI, '3.0.0'],
] as const)(
  'any node of an %s document may be anything: it generates code or reports problems',
  (kind, document, version) => {
    const cwd = writeDocuments({})
    const outcomes = { generated: 0, refused: 0 }
    fc.assert(
      fc.property(fc.constantFrom(...placesOf(document)), junk, (path, replacement) => {
        // A new file each time: some file systems flush a file that is rewritten, which takes milliseconds.
        const file = join(cwd, `${outcomes.generated + outcomes.refused}.json`)
        writeFileSync(file, JSON.stringify(replaceAt(document, path, replacement)))
        try {
          const contract = bundleContract({ [kind]: [file], cwd })
          emitConstants(contract)
          if (checkSchemas(contract).problems.length === 0) emitTypes(contract)
          outcomes.generated += 1
        } catch (error) {
          if (!(error instanceof ContractError)) throw error
          expect(error.problems.every(({ message }) => message !== '')).toBe(true)
          outcomes.refused += 1
        }
        // Without a version there is nothing to read.
        if (path.length > 1 || !['openapi', 'asyncapi', undefined].includes(path[0])) {
          const { contract } = bundleWithLocations({ [kind]: [file], cwd, lenient: true })
          checkSchemas(contract, { isLenient: true })
          expect(checkSchemas(contract).problems).toEqual([])
          emitConstants(contract)
          emitTypes(contract)
          Array.from(compileFunctions(planFunctions(contract).functions, new Hoist()))
        }
      }),
      { numRuns },
    )
    // Both outcomes must be frequent, or the test proves nothing.
    expect(Math.min(outcomes.generated, outcomes.refused), version).toBeGreaterThan(numRuns / 15)
  },
)
