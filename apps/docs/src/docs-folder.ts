import { join } from 'node:path'

/** Where the built site stands. */
export const docsFolder = join(import.meta.dirname, '../dist')
