import { templateFolder } from '@partner-platform/database/testing'
import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'

it('README examples compile and run', async () => {
  // Creating the data takes seconds.
  const template = JSON.stringify(await templateFolder())
  const ambient = `import { cpSync } from 'node:fs'\ncpSync(${template}, 'data', { recursive: true })`
  expect(await checkReadme(`${import.meta.dirname}/../../README.md`, { ambient })).toBe(1)
})
