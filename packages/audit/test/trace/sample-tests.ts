import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { listRules, readSpecs } from '@partner-platform/lint/contract'
import { type TracedTest, toTest } from '../../src/trace/read-tests.ts'

/** A test that passed, under this title. */
export const sampleTest = (title: string, place = 'packages/webhooks'): TracedTest =>
  toTest({ place, file: 'test/sample.test.ts', titles: ['a sample', title], passed: true })

const specs = readSpecs(join(root, 'specs'))

/** The contract, with one test that passed for each of its statements and decisions. */
export const sampleInputs = {
  specs,
  tests: [...listRules(specs)].map((id) => sampleTest(`${id} holds`)),
  gaps: [] as string[],
}
