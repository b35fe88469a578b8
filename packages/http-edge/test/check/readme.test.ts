import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'

it('the code of the README compiles and runs', async () => {
  expect(await checkReadme(`${import.meta.dirname}/../../README.md`)).toBe(1)
})
