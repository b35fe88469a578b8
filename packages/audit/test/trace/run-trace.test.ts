import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TraceInputs } from '../../src/trace/find-orphans.ts'
import { runTrace } from '../../src/trace.ts'
import { sampleInputs as inputs } from './sample-tests.ts'

let out: string
beforeEach(() => {
  out = temporaryFolder()
})

function trace(check: boolean, changed: Partial<TraceInputs> = {}) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return { exitCode: runTrace({ ...inputs, ...changed }, { out, check, say }), lines }
}

describe('runTrace', () => {
  it('writes both pages, and is content with them until they change', () => {
    const page = join(out, 'traceability.md')
    expect(trace(true).exitCode).toBe(1)
    expect(() => readFileSync(page)).toThrow('ENOENT')
    expect(trace(false).exitCode).toBe(0)
    expect(readFileSync(page, 'utf8')).toMatch(
      /^<div class="traced" id="5\.4">\n\n\*\*\[5\.4\]\(#5\.4\)\*\* Without a key.*\n\n(- .+\n)+\n<\/div>$/m,
    )
    expect(trace(true)).toMatchObject({
      exitCode: 0,
      lines: [expect.stringMatching(/^trace: each of \d+ statements and decisions has a test/)],
    })
    writeFileSync(page, 'other')
    expect(trace(true)).toEqual({
      exitCode: 1,
      lines: ['traceability.md is stale. Run npx pnpm@12 trace, and commit what it writes.'],
    })
  })

  it('names missing reports, and not the tests that they would hold', () => {
    const gaps = ['No report.']
    expect(trace(true, { tests: [], gaps })).toEqual({ exitCode: 1, lines: gaps })
  })
})
