import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../../src/workspaces.ts'
import { run } from './run.ts'

/** Packs a workspace as it would be published and returns the path of the tarball. */
export async function packWorkspace({ folder, name }: Workspace, outDir: string): Promise<string> {
  const target = join(outDir, name.replace('/', '-'))
  mkdirSync(target, { recursive: true })
  const { exitCode, output } = await run('pnpm', ['pack', '--pack-destination', target], folder)
  if (exitCode !== 0) throw new Error(`pnpm pack failed in ${folder}:\n${output}`)
  const [tarball] = readdirSync(target)
  if (tarball === undefined) throw new Error(`pnpm pack left no tarball for ${name}`)
  return join(target, tarball)
}
