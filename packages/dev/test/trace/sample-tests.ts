import { listRules } from '@partner-platform/specs/test/lint/rules.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { type TracedTest, toTest } from '../../src/trace/read-tests.ts'

/** A test that passed, under this title. */
export const sampleTest = (title: string, place = 'packages/webhooks'): TracedTest =>
  toTest({ place, file: 'test/sample.test.ts', titles: ['a sample', title], passed: true })

/**
 * One test that passed for every rule of the contract. The reports of the other packages are not
 * whole while their tests run, so `trace` judges the mutants of the real ones when all is over.
 */
export const oneTestEach = (specs: Specs): TracedTest[] =>
  [...listRules(specs)].map((id) => sampleTest(`${id} holds`))
