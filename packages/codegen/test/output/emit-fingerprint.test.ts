import { describe, expect, it } from 'vitest'
import { generate } from '../../src/generate.ts'
import { writeDocuments } from '../write-documents.ts'

const fileOf = async (description: string, type: string) => {
  const folder = writeDocuments({
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Things', version: '1.0.0' },
      paths: {},
      components: { schemas: { Thing: { description, type } } },
    }),
  })
  const options = { cwd: folder, openapi: ['openapi.json'] }
  const files = await generate({ ...options, emit: ['types', 'validators', 'fingerprint'] })
  const file = files.find(({ path }) => path === 'fingerprint.txt')
  // The first line names the folder, and the last is a digest that covers the first.
  return file?.content.split('\n').slice(1, -2).join('\n')
}

describe('the fingerprint', () => {
  it('stays the same if only descriptions change', async () => {
    const one = await fileOf('A thing.\n\n* one\n// two */', 'string')
    expect(await fileOf('Another thing.', 'string')).toBe(one)
    expect(one).toMatch(/^[0-9a-f]{64} types\.ts$/m)
    expect(one).toMatch(/^[0-9a-f]{64} validators\.js$/m)
  })

  it('changes if a type changes', async () => {
    expect(await fileOf('A thing.', 'number')).not.toBe(await fileOf('A thing.', 'string'))
  })
})
