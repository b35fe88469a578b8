import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of this package. */
export const packageFolder = join(import.meta.dirname, '..')

/** The folder of the built site. */
export const docsFolder = join(packageFolder, 'dist')

/** The folder of the workspace package `@partner-platform/specs`. */
export function specsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@partner-platform/specs/openapi.yaml'))
}

/** Where its `build` puts the bundles. */
export const bundlesFolder = (): string => join(specsFolder(), 'dist')
