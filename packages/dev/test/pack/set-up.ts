import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { packPackages } from '../../src/tarballs.ts'
import { root } from '../../src/workspaces.ts'
import { succeed } from '../check/run.ts'

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
  const parts = '--emit types,constants,validators,http'
  await succeed(
    `contract-codegen generate --openapi src/museum.yaml --out src/museum ${parts}`,
    project,
  )
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
  const { stdout } = await succeed('pnpm store path', import.meta.dirname)
  const flags = `--offline --no-frozen-lockfile --store-dir "${stdout.trim()}"`
  await succeed(`pnpm install ${flags}`, project)
  cpSync(join(import.meta.dirname, 'consumer'), join(project, 'src'), { recursive: true })
}

/** The files of a tarball, without the folder `package` around them. */
export async function listFiles(tarball: string): Promise<string[]> {
  const { stdout } = await succeed(`tar -tzf "${tarball}"`, dirname(tarball))
  const files = stdout.trim().split('\n')
  return files.map((file) => file.replace(/^package\//, ''))
}
