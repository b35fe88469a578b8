import { describe, expect, test } from 'vitest'
import { documents } from '../bench/documents.ts'
import { generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'

describe.each(documents)('$title, $format', ({ path, format }) => {
  test('gives files that compile', { timeout: 300_000 }, async () => {
    const kind = format.startsWith('OpenAPI') ? 'openapi' : 'asyncapi'
    const files = await generate({ [kind]: [path] })
    expect(files.map((file) => file.path)).toEqual([
      'constants.ts',
      'guards.ts',
      'index.ts',
      'openapi.ts',
      'parsers.ts',
      'runtime.ts',
      'types.ts',
      'validators.d.ts',
      'validators.js',
    ])
    expect(checkTypes(files.filter((file) => !file.path.endsWith('.js')))).toEqual([])
  })
})
