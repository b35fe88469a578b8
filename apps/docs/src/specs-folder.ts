import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the workspace package `@partner-platform/specs`. */
export function specsFolder(): string {
  return dirname(fileURLToPath(import.meta.resolve('@partner-platform/specs/openapi.yaml')))
}
