import { join } from 'node:path'

/** The folder of this package. */
export const packageFolder = join(import.meta.dirname, '..')

/** Where the built site stands. */
export const docsFolder = join(packageFolder, 'dist')
