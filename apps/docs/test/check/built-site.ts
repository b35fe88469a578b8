import { existsSync } from 'node:fs'
import { docsFolder } from '../../src/folders.ts'

if (!existsSync(docsFolder)) {
  throw new Error('The site is not built: expected apps/docs/dist. Run `npx pnpm@12 run docs`.')
}

/** Folder of the site that `build` built. Tests only read it. */
export const site = docsFolder
