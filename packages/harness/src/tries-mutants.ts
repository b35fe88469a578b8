/**
 * Whether to run the slow tests of mutants, which prove that the fault tests beside them can fail.
 * `check` sets `TEST_MUTANTS=none`; `check:release` runs them.
 */
export const triesMutants = process.env.TEST_MUTANTS !== 'none'
