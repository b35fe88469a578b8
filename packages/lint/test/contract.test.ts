import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { redoclyFixes } from '../src/check/redocly-fixes.ts'
import { isRecord, type Path, valueAt } from '../src/contract/pointer.ts'
import { contractDocuments, listReferences, resolve } from '../src/contract/references.ts'
import { contract as specs, specsFolder } from './broken-copy.ts'

/** Every description of a document, on one line each. */
function descriptionsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(descriptionsOf)
  if (!isRecord(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string'
      ? [value.replaceAll(/\s+/g, ' ')]
      : descriptionsOf(value),
  )
}

describe('the contract', () => {
  const api = specs.files.get('openapi.yaml')?.value

  it('1.1 says who calls and for whom', () => {
    const description = String(valueAt(api, ['info', 'description']))
    expect(description).toMatch(/travel agents, called partners, [^.]* for applicants\./)
  })

  it('D-027 has only hosts that cannot be registered', () => {
    const servers = valueAt(api, ['servers']) as { url: string }[]
    const hosts = servers.map(({ url }) => new URL(url).hostname)
    expect(hosts).toHaveLength(3)
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
  })

  const named = /reference (server|receiver)/
  const documents = contractDocuments.map((file) => specs.files.get(file)?.value)

  it.each(['x-constants', 'components/headers', 'components/parameters', 'components/responses'])(
    'names the reference side in %s that rest on decisions alone',
    (place) => {
      const nodes = documents.flatMap((document) =>
        Object.entries(valueAt(document, place.split('/')) ?? {}),
      )
      const decided = nodes.filter(([, node]) => node['x-decision'] && !node['x-source'])
      expect(decided.length).toBeGreaterThan(0)
      expect(decided.filter(([, { description }]) => !named.test(description))).toEqual([])
    },
  )

  it('states no format that the source does not show as a fact', () => {
    const files = [...specs.files.keys()].filter((file) => /^schemas\/[^/]+\.yaml$/.test(file))
    const values = [...documents, ...files.map((file) => specs.files.get(file)?.value)]
    const chosen =
      /HMAC|E\.164|ISO (3166|4217)|lower.case|canonical|`Z`|`https` URL|max-age|six months/
    const sentences = values.flatMap(descriptionsOf).flatMap((text) => text.split(/[.:;]\s+/))
    const stated = sentences.filter((sentence) => chosen.test(sentence))
    expect(stated.length).toBeGreaterThan(8)
    // "It" is the reference server of the sentence before.
    expect(stated.filter((one) => !named.test(one) && !/^It /.test(one))).toEqual([])
  })
})

describe('D-028 the operator surface', () => {
  const file = 'operator.yaml'
  const document = specs.files.get(file)?.value
  type Operation = {
    operationId: string
    parameters?: { $ref: string }[]
    requestBody?: unknown
    responses: Record<string, unknown>
  }
  const paths = valueAt(document, ['paths']) as Record<string, Record<string, Operation>>
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const rows = operations.map((one) => ({ ...one, name: one.operation.operationId }))
  const json = ['content', 'application/json', 'schema']

  const schemaOf = (path: Path): unknown => {
    const at = resolve(specs, file, path)
    return resolve(specs, at.file, [...at.path, ...json]).value
  }

  it('is no part of the contract: no path, no reference, no mark, no published file', () => {
    expect(operations.filter(({ path }) => !path.startsWith('/operator/v1/'))).toEqual([])
    const others = listReferences(specs).filter((one) => one.file !== file)
    expect(others.map((one) => one.file)).toEqual(expect.arrayContaining(contractDocuments))
    expect(others.filter(({ target }) => 'file' in target && target.file === file)).toEqual([])
    expect(JSON.stringify(paths)).not.toMatch(/x-source|x-decision/)
    const { files } = JSON.parse(readFileSync(`${specsFolder}/package.json`, 'utf8'))
    expect(files).toContain(`!${file}`)
  })

  it.each(rows)('$name declares its failures, with one body for all', (row) => {
    const { path, method, operation, name } = row
    const isWrite = method !== 'get'
    const statuses = Object.keys(operation.responses)
    expect(statuses).toEqual(
      expect.arrayContaining([
        ...['400', '401', '503'],
        ...(path.includes('{') ? ['404'] : []),
        ...(isWrite ? ['409', '422'] : []),
        ...(operation.requestBody ? ['413', '415'] : []),
      ]),
    )
    for (const status of statuses.filter((one) => one >= '400')) {
      const at = resolve(specs, file, ['paths', path, method, 'responses', status])
      expect(valueAt(at.value, json)).toEqual({ $ref: '#/components/schemas/OperatorError' })
    }
    // A write can be repeated safely; a body is closed; a list has one shape.
    if (isWrite)
      expect(operation.parameters).toContainEqual({
        $ref: '#/components/parameters/IdempotencyKey',
      })
    if (operation.requestBody)
      expect(schemaOf(['paths', path, method, 'requestBody'])).toMatchObject({
        additionalProperties: false,
      })
    if (name.startsWith('list'))
      expect(schemaOf(['paths', path, method, 'responses', '200'])).toMatchObject({
        additionalProperties: false,
        required: ['items', 'next'],
      })
  })
})

describe('redocly.yaml', () => {
  const config = parse(specs.files.get('redocly.yaml')?.text ?? '')
  const layers = [config, ...Object.values(config.apis)] as { rules?: object }[]
  const rules = layers.flatMap(({ rules = {} }) => Object.entries(rules))
  const levels = rules.map(([rule, level]) => [rule, isRecord(level) ? level.severity : level])

  it('begins with the strictest rules, and makes each an error with a fix or switches it off', () => {
    expect(config.extends).toEqual(['recommended-strict'])
    const [off, errors] = ['off', 'error'].map((one) => levels.filter(([, level]) => level === one))
    expect(off).toEqual([
      ['security-defined', 'off'],
      ['rule/info-fields', 'off'],
    ])
    expect(errors).toHaveLength(levels.length - 2)
    expect(errors?.filter(([rule]) => !redoclyFixes[String(rule)])).toEqual([])
  })
})
