import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'

const ambient = `
declare global {
  var crm: {
    setStatus(
      uuid: string,
      status: string,
      options: { idempotencyKey: string; signal: AbortSignal },
    ): Promise<void>
  }
}
globalThis.crm = { setStatus: async () => {} }
`

it('README examples compile and run', async () => {
  expect(await checkReadme(`${import.meta.dirname}/../../README.md`, { ambient })).toBe(1)
})
