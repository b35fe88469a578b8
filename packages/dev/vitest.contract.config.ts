import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findWorkspaces } from './src/workspaces.ts'

/** The contract tests of all workspaces in one process: what they share is loaded once. */
export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: join(import.meta.dirname, 'reports/contract.json') },
    projects: findWorkspaces()
      .filter(({ folder }) => existsSync(join(folder, 'test/contract.test.ts')))
      .map(({ folder, place }) => ({
        extends: join(folder, 'vitest.config.ts'),
        root: folder,
        test: { name: place, include: ['test/contract.test.ts'], globalSetup: [] },
      })),
  },
})
