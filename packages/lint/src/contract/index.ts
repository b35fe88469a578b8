export { type ExampleFile, listExamples, readCases } from './example-cases.ts'
export { nearestName } from './nearest-name.ts'
export type { Finding, Problem } from './problem.ts'
export { type Constant, readConstants } from './read-constants.ts'
export { listParts } from './references.ts'
export {
  type Decision,
  listAnswers,
  listCarriers,
  listRules,
  listShows,
  readDecisions,
  readStatements,
  type Statement,
  texts,
} from './rules.ts'
export { readSpecs, type Specs, toSpecs } from './specs.ts'
