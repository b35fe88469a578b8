import { describe, expect, it } from 'vitest'
import { checks } from '../src/check/lint.ts'
import { makeEdits } from './broken-copy.ts'
import { contradictions } from './contradiction-rows.ts'

describe('a contract that departs from the source or from a decision', () => {
  it.each(contradictions)('%s', async (_, edit, rule, file = edit.file) => {
    const specs = makeEdits([edit])
    const found: string[] = []
    for (const check of Object.values(checks)) {
      found.push(...(await check(specs)).map((one) => `${one.rule} ${one.file}`))
      if (found.includes(`${rule} ${file}`)) break
    }
    expect(found).toContain(`${rule} ${file}`)
  })
})
