import { expect, it } from 'vitest'
import { measureCode } from './measure-code.ts'

it('twice the schemas give twice the code', async () => {
  const [half, whole] = [await measureCode(40), await measureCode(80)]
  expect(whole.codeBytes / half.codeBytes).toBeLessThan(2.2)
})
