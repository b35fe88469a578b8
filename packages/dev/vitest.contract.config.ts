import { existsSync } from 'node:fs'
import { join } from 'node:path'
import base from '@partner-platform/harness/vitest'
import { defineConfig } from 'vitest/config'
import { findWorkspaces } from './src/workspaces.ts'

const fileOf = (folder: string, file: string) =>
  existsSync(join(folder, file)) ? [join(folder, file)] : []

/** The contract tests of all workspaces in one process, so that shared modules are loaded once. */
export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: join(import.meta.dirname, 'reports/contract.json') },
    projects: findWorkspaces().map(({ folder, place }) => ({
      ...base,
      root: folder,
      test: {
        ...base.test,
        name: place,
        include: fileOf(folder, 'test/contract.test.ts'),
        setupFiles: fileOf(folder, 'test/each-file.ts'),
      },
    })),
  },
})
