import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Measured {
  documentBytes: number
  bytes: number
  ms: number
  memoryBytes: number
}

function measure(count: number): Measured {
  const script = join(import.meta.dirname, 'generate-synthetic.ts')
  return JSON.parse(execFileSync(process.execPath, [script, String(count)], { encoding: 'utf8' }))
}

it('takes 1,000 schemas of 13 MB within 1 GiB, and twice the schemas give twice the code', {
  timeout: 300_000,
}, () => {
  const half = measure(500)
  const whole = measure(1000)
  expect(whole.documentBytes).toBeGreaterThan(13_000_000)
  expect(whole.memoryBytes).toBeLessThan(2 ** 30)
  expect(whole.bytes / half.bytes).toBeLessThan(2.2)
})
