import { join } from 'node:path'
import { startApp as start } from '@partner-platform/settings/testing'

const main = join(import.meta.dirname, '../src/main.ts')

/** This app, or another file of it, as a process of its own. */
export const startApp = (given: Partial<Parameters<typeof start>[0]> = {}) =>
  start({ file: main, ...given })
