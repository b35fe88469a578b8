import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the contract, found as the workspace package that it is. */
export const specsFolder = dirname(
  createRequire(import.meta.url).resolve('@partner-platform/specs/openapi.yaml'),
)
