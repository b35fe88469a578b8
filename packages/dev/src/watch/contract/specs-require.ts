import { createRequire } from 'node:module'

/** Finds what `@partner-platform/specs` depends on: the tools are those of the check. */
export const specsRequire = createRequire(
  createRequire(import.meta.url).resolve('@partner-platform/specs/package.json'),
)
