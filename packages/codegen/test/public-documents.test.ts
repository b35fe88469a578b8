import { describe, expect, test } from 'vitest'
import { documents } from '../bench/documents.ts'
import { generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'
import { runCompiler } from './run-compiler.ts'

/** Characters for which the compiler in JavaScript takes half a minute. */
const large = 10_000_000

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
    const sources = files.filter((file) => !file.path.endsWith('.js'))
    const size = sources.reduce((sum, { content }) => sum + content.length, 0)
    expect(await (size > large ? runCompiler : checkTypes)(sources)).toEqual([])
  })
})

test.each([
  ['the compiler in JavaScript', checkTypes],
  ['the native compiler', runCompiler],
])('files that do not compile are found by %s', async (_, check) => {
  const files = [
    { path: 'a.ts', content: 'export const a: number = "x"\n' },
    { path: 'b.ts', content: "import { c } from './a.ts'\n\nexport const b = c\n" },
  ]
  const found = await check(files)
  expect(found).toHaveLength(2)
  expect(found.join('\n')).toMatch(/a\.ts.*not assignable[\s\S]*b\.ts.*no exported member/)
})
