import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageFolder } from '../../../src/folders.ts'

/** Folder of a site of others. */
export const hostFolder = (name: 'backstage' | 'docusaurus') => join(packageFolder, 'hosts', name)

/** What is installed there. */
export const requireInHost = (name: 'backstage' | 'docusaurus') =>
  createRequire(join(hostFolder(name), 'package.json'))
