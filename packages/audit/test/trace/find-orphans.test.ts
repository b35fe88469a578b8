import { describe, expect, it } from 'vitest'
import { findOrphans } from '../../src/trace/find-orphans.ts'
import { sampleInputs as inputs, sampleTest } from './sample-tests.ts'

const without = (id: string) => inputs.tests.filter(({ rules }) => !rules.includes(id))

describe('findOrphans', () => {
  it('names each rule that loses its test, and what to do, and nothing else', () => {
    for (const [id = ''] of inputs.tests.map(({ rules }) => rules)) {
      const kind = id.startsWith('D-') ? 'decision' : 'statement'
      expect(findOrphans({ ...inputs, tests: without(id) })).toEqual([
        `The ${kind} ${id} has no passing test. Begin the title of the test that shows it with ${id}.`,
      ])
    }
    expect(findOrphans(inputs)).toEqual([])
  })

  it('counts neither a skipped test nor a test that only reads the tables', () => {
    const skipped = { ...sampleTest('D-005 holds'), passed: false }
    const reading = sampleTest('D-005 holds', 'packages/fixtures')
    const orphans = findOrphans({ ...inputs, tests: [...without('D-005'), skipped, reading] })
    expect(orphans).toEqual([expect.stringContaining('The decision D-005 has no passing test')])
  })

  it('names an unknown rule, where it is cited, and the nearest known rule', () => {
    const tests = [...inputs.tests, sampleTest('2.3.timestmp is there')]
    expect(findOrphans({ ...inputs, tests })).toEqual([
      "packages/webhooks/test/sample.test.ts cites 2.3.timestmp, which is neither a statement nor a decision, in 'a sample › 2.3.timestmp is there'. Did you mean 2.3.timestamp?",
    ])
  })

  it('accepts the number of a section, which proves none of its statements', () => {
    expect(findOrphans({ ...inputs, tests: [...inputs.tests, sampleTest('4.1 holds')] })).toEqual(
      [],
    )
    const tests = [...without('4.1.method'), sampleTest('4.1 holds')]
    expect(findOrphans({ ...inputs, tests })).toEqual([expect.stringContaining('4.1.method')])
  })
})
