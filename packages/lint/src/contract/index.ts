export { listExamples, readCases } from './example-cases.ts'
export { nearestName } from './nearest-name.ts'
export { fromPointer, valueAt } from './pointer.ts'
export { listParts } from './references.ts'
export {
  type Decision,
  listAnswers,
  listCarriers,
  listRules,
  listShows,
  readConstants,
  readDecisions,
  readStatements,
  type Statement,
  texts,
} from './rules.ts'
export { readSpecs, type Specs, toSpecs } from './specs.ts'
