// The one way to codegen. In the tarball this file is codegen itself, bundled: see build/bundle-codegen.ts.
export {
  bundleContract,
  type Contract,
  ContractError,
  createReaders,
  formatProblem,
  generate,
  type Location,
  type Reader,
} from '@partner-platform/codegen'
