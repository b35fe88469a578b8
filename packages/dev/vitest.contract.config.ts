import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config'
import { findWorkspaces, type Workspace } from './src/workspaces.ts'

/** The set-up of the workspace itself, for its contract tests alone. */
async function toProject({ folder, place }: Workspace): Promise<TestProjectConfiguration> {
  const { default: own }: { default: ViteUserConfig } = await import(
    pathToFileURL(join(folder, 'vitest.config.ts')).href
  )
  const test = { ...own.test, name: place, include: ['test/contract.test.ts'] }
  return { ...own, root: folder, test }
}

/** The contract tests of all workspaces in one process, so that shared modules are loaded once. */
export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: join(import.meta.dirname, 'reports/contract.json') },
    projects: await Promise.all(
      findWorkspaces()
        .filter(({ folder }) => existsSync(join(folder, 'test/contract.test.ts')))
        .map(toProject),
    ),
  },
})
