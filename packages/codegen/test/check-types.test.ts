import { expect, test } from 'vitest'
import { checkTypes } from './check-types.ts'

test('finds files that do not compile', () => {
  const found = checkTypes([
    { path: 'a.ts', content: 'export const a: number = "x"\n' },
    { path: 'b.ts', content: "import { c } from './a.ts'\n\nexport const b = c\n" },
  ])
  expect(found).toEqual([
    expect.stringMatching(/^a\.ts:1: .* not assignable /),
    expect.stringMatching(/^b\.ts:1: .* no exported member /),
  ])
})
