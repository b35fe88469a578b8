import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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

type Name = keyof typeof texts
const sound = new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))
const folder = '/no/such/folder'

/** The same files, one of them edited. */
function edited(file: Name, from: string, to: string) {
  const text = texts[file].replace(from, to)
  expect(text).not.toBe(texts[file])
  return { folder, files: new Map(sound).set(file, Buffer.from(text)) }
}

function onDisk({ files }: { files: ReadonlyMap<string, Buffer> }) {
  const place = mkdtempSync(join(tmpdir(), 'lint-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  for (const [file, bytes] of files) writeFileSync(join(place, file), bytes)
  return { folder: place }
}

describe('the lint of a document', () => {
  it('finds nothing in a sound document, in memory and on disk', async () => {
    const documents = { folder, files: sound }
    expect(await lintDocument('openapi', documents)).toEqual({ settings: [], problems: [] })
    expect(await lintDocument('openapi', onDisk(documents))).toEqual({ settings: [], problems: [] })
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
    expect(settings).toEqual([])
    expect(problems).toMatchObject([want])
    const disk = await lintDocument('openapi', onDisk(documents))
    const places = ({ rule, file, pointer }: (typeof problems)[0]) => [rule, file, pointer]
    expect(disk.problems.map(places)).toEqual(problems.map(places))
  })

  it('finds what is wrong with the settings, and then nothing else', async () => {
    const documents = edited('redocly.yaml', 'operation-summary: error', 'operation-sumary: error')
    const { settings, problems } = await lintDocument('openapi', documents)
    expect(settings).toMatchObject([
      { file: 'redocly.yaml', pointer: '#/apis/openapi/rules/operation-sumary' },
    ])
    expect(problems).toEqual([])
  })

  it('fails if there is nothing to read', async () => {
    const files = new Map(sound)
    files.delete('openapi.yaml')
    await expect(lintDocument('openapi', { folder, files })).rejects.toThrow()
  })
})

describe('the bundle of a document', () => {
  it('names no other file, and does not affect later linting', async () => {
    const documents = { folder, files: sound }
    const bundle = await bundleDocument('openapi', documents)
    expect(JSON.stringify(bundle)).not.toContain('./order.yaml')
    expect(bundle).toMatchObject({ components: { schemas: { order: { type: 'object' } } } })
    expect(await lintDocument('openapi', documents)).toEqual({ settings: [], problems: [] })
    expect(await bundleDocument('openapi', onDisk(documents))).toEqual(bundle)
  })

  it('says which file is missing', async () => {
    const documents = edited('openapi.yaml', './order.yaml', './ordre.yaml')
    await expect(bundleDocument('openapi', documents)).rejects.toThrow(/openapi\.yaml.*ordre\.yaml/)
  })
})

it('returns how a command of the Redocly CLI ended, even if it failed', async () => {
  const { folder: cwd } = onDisk({ files: sound })
  const { exitCode, stdout, stderr } = await runRedoclyCli(['build-docs', 'no-such.yaml'], { cwd })
  expect(exitCode).toBe(1)
  expect(stdout + stderr).toContain('no-such.yaml')
})
