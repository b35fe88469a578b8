export { type BundleOptions, bundleContract } from './bundle-contract.ts'
export { type EmitterName, emitterNames } from './emitter-names.ts'
export {
  ContractError,
  formatProblem,
  type Problem,
  type ProblemCode,
  problemCodes,
} from './errors.ts'
export { type GenerateOptions, generate } from './generate.ts'
export type * from './model.ts'
export { type OpenApiDocument, toOpenApi } from './openapi/to-open-api.ts'
export { compareFiles, type Difference, writeFiles } from './output/write-files.ts'
export { type Command, parseArguments } from './parse-arguments.ts'
export { createReaders, type Reader } from './readers/to-shape.ts'
