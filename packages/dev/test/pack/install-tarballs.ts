import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/**
 * Makes an empty project outside the workspace, installs the tarballs into it, and copies the
 * sources in the folder `consumer` there. Third-party packages come from the local store: nothing is downloaded.
 */
export async function installTarballs(
  tarballs: Map<string, string>,
  { project, consumer }: { project: string; consumer: string },
): Promise<void> {
  mkdirSync(project, { recursive: true })
  const dependencies = Object.fromEntries(
    [...tarballs].map(([name, path]) => [name, `file:${path}`]),
  )
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies }),
  )
  // What esbuild would do at its installation, its platform's package has done.
  const settings = { overrides: dependencies, allowBuilds: { esbuild: false } }
  writeFileSync(join(project, 'pnpm-workspace.yaml'), JSON.stringify(settings))
  // By itself pnpm takes the store of the disk that the project lies on.
  const located = await run('pnpm', ['store', 'path'], import.meta.dirname)
  const [store = ''] = located.output.split('\n')
  const { exitCode, output } = await run(
    'pnpm',
    ['install', '--offline', '--no-frozen-lockfile', '--store-dir', store],
    project,
  )
  if (exitCode !== 0) throw new Error(`the tarballs do not install:\n${output}`)
  cpSync(join(import.meta.dirname, consumer), join(project, 'src'), { recursive: true })
}
