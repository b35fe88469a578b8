import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packPackages } from '../../src/pack-packages.ts'
import { root } from '../../src/workspaces.ts'
import { run } from './run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An empty project outside the repository, with every tarball installed and `consumer/` as its `src`. */
    project: string
    /** The path of each tarball, by the name of its package. */
    tarballs: Record<string, string>
  }
}

/** Packs each published package once and installs all tarballs once, for every test file. */
export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'))
  const tearDown = () => rmSync(folder, { recursive: true, force: true })
  try {
    const project = join(folder, 'consumer')
    const tarballs = await packPackages(join(folder, 'tarballs'))
    await installTarballs(tarballs, project)
    await generateMuseum(project)
    provide('project', project)
    provide('tarballs', tarballs)
    return tearDown
  } catch (error) {
    tearDown()
    throw error
  }
}

/** Generates code from a document that is not ours, and takes the program of the guide that uses it. */
async function generateMuseum(project: string): Promise<void> {
  const command = join(project, 'node_modules/.bin/contract-codegen')
  const emit = ['--emit', 'types,constants,validators,http']
  const args = ['generate', '--openapi', 'src/museum.yaml', '--out', 'src/museum', ...emit]
  const { exitCode, output } = await run(command, args, project)
  if (exitCode !== 0) throw new Error(`contract-codegen failed:\n${output}`)
  const guide = readFileSync(join(root, 'apps/docs/content/guides/generating-code.md'), 'utf8')
  const [, program = ''] = /```ts\n(\/\/ museum\.ts\n[\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(project, 'src/museum.ts'), program)
}

/** Third-party packages come from the local store, so nothing is downloaded. */
async function installTarballs(tarballs: Record<string, string>, project: string): Promise<void> {
  mkdirSync(project, { recursive: true })
  const dependencies = Object.fromEntries(
    Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]),
  )
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies }),
  )
  // The install script of esbuild does nothing that its platform package has not already done.
  const settings = { overrides: dependencies, allowBuilds: { esbuild: false } }
  writeFileSync(join(project, 'pnpm-workspace.yaml'), JSON.stringify(settings))
  // By default pnpm uses the store on the disk of the project.
  const located = await run('pnpm', ['store', 'path'], import.meta.dirname)
  const [store = ''] = located.output.split('\n')
  const { exitCode, output } = await run(
    'pnpm',
    ['install', '--offline', '--no-frozen-lockfile', '--store-dir', store],
    project,
  )
  if (exitCode !== 0) throw new Error(`Cannot install the tarballs:\n${output}`)
  cpSync(join(import.meta.dirname, 'consumer'), join(project, 'src'), { recursive: true })
}
