import { expect, test } from 'vitest'
import { generate } from '../../src/generate.ts'
import { writeDocuments } from '../write-documents.ts'

test('the fingerprint changes with a type, and not with a description', async () => {
  const fingerprintOf = async (description: string, type: string) => {
    const schemas = { Thing: { description, type } }
    const cwd = writeDocuments({
      'openapi.json': JSON.stringify({ openapi: '3.1.0', paths: {}, components: { schemas } }),
    })
    const emit = ['types', 'validators', 'fingerprint'] as const
    const files = await generate({ cwd, openapi: ['openapi.json'], emit })
    const file = files.find(({ path }) => path === 'fingerprint.txt')
    // The first line names the folder, and the last is a digest that covers the first.
    return file?.content.split('\n').slice(1, -2).join('\n')
  }
  const one = await fingerprintOf('A thing.\n\n* one\n// two */', 'string')
  expect(one).toMatch(/^[0-9a-f]{64} types\.ts$/m)
  expect(one).toMatch(/^[0-9a-f]{64} validators\.js$/m)
  expect(await fingerprintOf('Another thing.', 'string')).toBe(one)
  expect(await fingerprintOf('A thing.', 'number')).not.toBe(one)
})
