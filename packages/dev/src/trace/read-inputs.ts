import { join } from 'node:path'
import { readSpecs, type Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { findWorkspaces, root } from '../workspaces.ts'
import { type GeneratedSymbol, readGeneratedCode, readSymbols } from './read-symbols.ts'
import { readTests, type TestReports } from './read-tests.ts'

/** All that a trace is made of. */
export interface TraceInputs extends TestReports {
  specs: Specs
  symbols: GeneratedSymbol[]
}

/** The contract and the code that is generated from it, as they are. */
export function readContract(): Pick<TraceInputs, 'specs' | 'symbols'> {
  const specs = readSpecs(join(root, 'specs'))
  return { specs, symbols: readSymbols(readGeneratedCode(), specs) }
}

/** The same, with the reports that the last run of all tests left. */
export const readInputs = (): TraceInputs => ({
  ...readContract(),
  ...readTests(findWorkspaces()),
})
