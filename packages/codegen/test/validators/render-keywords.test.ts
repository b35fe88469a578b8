import { expect, it } from 'vitest'
import { renderKeywords } from '../../src/validators/render-keywords.ts'

it('KEYWORDS.md says what the tables say', async () => {
  await expect(renderKeywords()).toMatchFileSnapshot('../../KEYWORDS.md')
})
