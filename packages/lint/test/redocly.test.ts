import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { structFix } from '../src/check/redocly-fixes.ts'
import { bundleDocument, lintDocument } from '../src/redocly/ask-redocly.ts'

const texts = {
  'redocly.yaml': `
extends: [minimal]
rules: { info-license: error, no-empty-servers: off }
apis:
  openapi: { root: openapi.yaml, rules: { operation-summary: error } }
`,
  'openapi.yaml': `
openapi: 3.1.0
info: { title: Orders, version: 1.0.0, license: { name: Apache-2.0, identifier: Apache-2.0 } }
paths:
  /orders:
    get:
      operationId: listOrders
      summary: Lists the orders.
      security: []
      responses:
        "200":
          description: The orders.
          content: { application/json: { schema: { $ref: ./order.yaml } } }
`,
  'order.yaml': 'type: object\nproperties: { id: { type: string } }\n',
}

const inMemory = (files: Record<string, string>) => ({
  folder: '/no/such/folder',
  files: new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])),
})
const inBoth = (files: Record<string, string>) => [
  inMemory(files),
  { folder: temporaryFolder(files) },
]

it('finds nothing in a sound document, and bundles it', async () => {
  for (const documents of inBoth(texts)) {
    expect(await lintDocument('openapi', documents)).toEqual({ settings: [], problems: [] })
    const bundle = await bundleDocument('openapi', documents)
    expect(JSON.stringify(bundle)).not.toContain('./order.yaml')
    expect(bundle).toMatchObject({ components: { schemas: { order: { type: 'object' } } } })
  }
})

it('lints files as they are now, even after it bundled them', async () => {
  const { folder, files } = inMemory(texts)
  await bundleDocument('openapi', { folder, files })
  files.set('order.yaml', Buffer.from('propertis: {}\n'))
  const { problems } = await lintDocument('openapi', { folder, files })
  expect(problems).toMatchObject([{ file: 'order.yaml', suggest: ['properties'] }])
  files.delete('openapi.yaml')
  await expect(lintDocument('openapi', { folder, files })).rejects.toThrow()
})

it('finds the same problems in memory and on disk, by the rules for all documents and for this one', async () => {
  const broken = {
    ...texts,
    'openapi.yaml': texts['openapi.yaml'].replace(/, license: .*?}| {6}summary: .*\n/g, ''),
    'order.yaml': 'type: object\npropertis: {}\nnot: { $ref: ./gone.yaml }\n',
  }
  for (const documents of inBoth(broken)) {
    const { problems } = await lintDocument('openapi', documents)
    const places = problems.map(({ rule, file, pointer }) => `${rule} ${file}${pointer}`)
    expect(places.sort()).toEqual([
      'info-license openapi.yaml#/info',
      'no-unresolved-refs order.yaml#/not',
      'operation-summary openapi.yaml#/paths/~1orders/get/summary',
      'struct order.yaml#/propertis',
    ])
    await expect(bundleDocument('openapi', documents)).rejects.toThrow(/order\.yaml.*gone\.yaml/)
  }
})

it.each([
  ['The field info must be present on this level.', undefined, 'Add it under the node'],
  ['Property x is not expected here.', undefined, 'Name it as the specification does'],
  ['Expected type boolean but got string.', 'Off', 'Write false; in YAML 1.2, Off is text.'],
])('says what to write for: %s', (message, written, fix) => {
  expect(structFix(message, written)).toContain(fix)
})
