import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { type Measured, measureCode } from '../validators/measure-code.ts'

/** Measures in a separate process, so that the memory peak is of these schemas alone. */
function measureProcess(count: number): Measured & { peakBytes: number } {
  const module = new URL('../validators/measure-code.ts', import.meta.url).href
  const script = `
    import { measureCode } from ${JSON.stringify(module)}
    const measured = await measureCode(${count})
    const peakBytes = process.resourceUsage().maxRSS * 1024
    console.log(JSON.stringify({ ...measured, peakBytes }))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

it('takes 1,000 schemas, 13 MB in all, within 1 GiB, and ten times the schemas give ten times the code', async () => {
  const tenth = await measureCode(100)
  const whole = measureProcess(1000)
  expect(whole.documentBytes).toBeGreaterThan(13_000_000)
  expect(whole.peakBytes).toBeLessThan(2 ** 30)
  expect(whole.codeBytes / tenth.codeBytes).toBeLessThan(11)
}, 120_000)
