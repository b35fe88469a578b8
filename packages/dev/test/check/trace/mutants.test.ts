import { readDecisions, readStatements } from '@partner-platform/specs/test/lint/rules.ts'
import { describe, expect, it } from 'vitest'
import { buildMatrix } from '../../../src/trace/build-matrix.ts'
import { findBlindSpots } from '../../../src/trace/find-blind-spots.ts'
import { findOrphans } from '../../../src/trace/find-orphans.ts'
import { contractMutants, makeTestMutants } from '../../../src/trace/make-mutants.ts'
import { listMarkedNodes } from '../../../src/trace/mark-nodes.ts'
import { renderPages } from '../../../src/trace/pages.ts'
import { readContract } from '../../../src/trace/read-inputs.ts'
import type { TracedTest } from '../../../src/trace/read-tests.ts'
import { oneTestEach } from '../../trace/sample-tests.ts'

const contract = readContract()
const inputs = { ...contract, tests: oneTestEach(contract.specs), gaps: [] }

describe('the trace of the contract as it is', () => {
  it('has no orphan', () => {
    expect(findOrphans(inputs)).toEqual([])
  })

  it.each([
    ['nodes', listMarkedNodes(contract.specs).length],
    ['statements', readStatements(contract.specs).length],
    ['decisions', readDecisions(contract.specs).length],
    ['origins', contract.symbols.length],
  ] as const)('notices each of the %s that is taken away', (kind, count) => {
    const mutants = contractMutants[kind](inputs)
    expect(findBlindSpots(inputs, mutants)).toEqual({ tried: count, unseen: [] })
    expect(count).toBeGreaterThan(20)
  })

  it('notices when a rule loses all its tests, and when a title misspells it', () => {
    const { tried, unseen } = findBlindSpots(inputs, makeTestMutants(inputs))
    expect(unseen).toEqual([])
    expect(tried).toBe(3 * inputs.tests.length)
  })

  it('writes another page when any one of several tests of a rule is gone', () => {
    const tests = [...inputs.tests, ...inputs.tests]
    const pageOf = (some: TracedTest[]) =>
      renderPages(buildMatrix({ ...inputs, tests: some }))['traceability.md']
    const page = pageOf(tests)
    const unseen = inputs.tests.filter((_, at) => pageOf(tests.toSpliced(at, 1)) === page)
    expect(unseen).toEqual([])
  })

  it('tells of what would go unnoticed', () => {
    const mutant = { name: 'as it was', names: ['5.4'], inputs }
    expect(findBlindSpots(inputs, [mutant])).toEqual({ tried: 1, unseen: ['as it was'] })
  })
})
