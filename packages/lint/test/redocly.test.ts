import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { structFix } from '../src/check/redocly-fixes.ts'
import { bundleDocument, lintDocument } from '../src/redocly/ask-redocly.ts'
import { runRedoclyCli } from '../src/redocly/run-redocly-cli.ts'

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
const files = new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))
const sound = { folder: '/no/such/folder', files }
const nothing = { settings: [], problems: [] }

function edited(file: keyof typeof texts, from: string, to: string) {
  const bytes = Buffer.from(texts[file].replace(from, to))
  return { ...sound, files: new Map(files).set(file, bytes) }
}

const onDisk = (documents: typeof sound) => ({
  folder: temporaryFolder(Object.fromEntries(documents.files)),
})

describe('Redocly in this process', () => {
  it('finds nothing in a sound document, and bundles it without an effect on later linting', async () => {
    expect(await lintDocument('openapi', sound)).toEqual(nothing)
    const bundle = await bundleDocument('openapi', sound)
    expect(JSON.stringify(bundle)).not.toContain('./order.yaml')
    expect(bundle).toMatchObject({ components: { schemas: { order: { type: 'object' } } } })
    expect(await lintDocument('openapi', sound)).toEqual(nothing)
    expect(await lintDocument('openapi', onDisk(sound))).toEqual(nothing)
    expect(await bundleDocument('openapi', onDisk(sound))).toEqual(bundle)
  })

  it.each([
    [
      'a rule for all documents',
      edited('openapi.yaml', ', license: { name: Apache-2.0, identifier: Apache-2.0 }', ''),
      { rule: 'info-license', file: 'openapi.yaml', pointer: '#/info', isOnKey: true },
    ],
    [
      'a rule for this document',
      edited('openapi.yaml', '      summary: Lists the orders.\n', ''),
      { rule: 'operation-summary', pointer: '#/paths/~1orders/get/summary', isOnKey: true },
    ],
    [
      'a mistyped word in a file that the document refers to',
      edited('order.yaml', 'properties:', 'propertis:'),
      { rule: 'struct', file: 'order.yaml', pointer: '#/propertis', suggest: ['properties'] },
    ],
    [
      'a missing file',
      edited('openapi.yaml', './order.yaml', './ordre.yaml'),
      { rule: 'no-unresolved-refs', file: 'openapi.yaml' },
    ],
  ])('finds %s, the same in memory and on disk', async (_, documents, want) => {
    const { settings, problems } = await lintDocument('openapi', documents)
    expect({ settings, problems }).toMatchObject({ settings: [], problems: [want] })
    const disk = await lintDocument('openapi', onDisk(documents))
    const places = ({ rule, file, pointer }: (typeof problems)[0]) => [rule, file, pointer]
    expect(disk.problems.map(places)).toEqual(problems.map(places))
  })

  it('finds what is wrong with the settings, and then nothing else', async () => {
    const documents = edited('redocly.yaml', 'operation-summary: error', 'operation-sumary: error')
    const pointer = '#/apis/openapi/rules/operation-sumary'
    expect(await lintDocument('openapi', documents)).toMatchObject({
      settings: [{ file: 'redocly.yaml', pointer }],
      problems: [],
    })
  })

  it('rejects a document that is missing or does not bundle', async () => {
    const rest = { ...sound, files: new Map(files) }
    rest.files.delete('openapi.yaml')
    await expect(lintDocument('openapi', rest)).rejects.toThrow()
    const documents = edited('openapi.yaml', './order.yaml', './ordre.yaml')
    await expect(bundleDocument('openapi', documents)).rejects.toThrow(/openapi\.yaml.*ordre\.yaml/)
  })
})

it('returns how a command of the Redocly CLI ended, even if it failed', async () => {
  const { folder: cwd } = onDisk(sound)
  const { exitCode, stdout, stderr } = await runRedoclyCli(['build-docs', 'no-such.yaml'], { cwd })
  expect(exitCode).toBe(1)
  expect(stdout + stderr).toContain('no-such.yaml')
})

it.each([
  ['The field info must be present on this level.', undefined, 'Add it under the node'],
  ['Property x is not expected here.', undefined, 'Name it as the specification does'],
  ['Expected type boolean but got string.', 'Off', 'Write false; in YAML 1.2, Off is text.'],
])('says what to write for: %s', (message, written, fix) => {
  expect(structFix(message, written)).toContain(fix)
})
