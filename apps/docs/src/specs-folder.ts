import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the workspace package `@partner-platform/specs`. */
export function specsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@partner-platform/specs/openapi.yaml'))
}
