import { exec } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  compareFiles,
  type GeneratedFile,
  generate,
  parseArguments,
  writeFiles,
} from '@partner-platform/codegen'
import type { Workspace } from '../workspaces.ts'

const run = promisify(exec)
const command = 'contract-codegen generate'

export type GenerationPlan = Awaited<ReturnType<typeof planGeneration>>

/** Generates in memory what the scripts with codegen write. Throws a `ContractError` for a wrong document. */
export async function planGeneration(workspaces: readonly Workspace[]) {
  const outputs: { files: GeneratedFile[]; folder: string }[] = []
  const code = new Map<string, string>()
  for (const workspace of workspaces) {
    const script = workspace.manifest.scripts?.generate
    if (!script?.startsWith(command)) continue
    const options = parseArguments(script.split(' ').slice(1), workspace.folder)
    const files = await generate({ ...options, cwd: workspace.folder })
    const folder = resolve(workspace.folder, options.out)
    for (const { path, content } of files)
      code.set(join(folder, path), content.replaceAll(comments, ''))
    if (compareFiles(files, folder).length > 0) outputs.push({ files, folder })
  }
  return {
    /** The code by path, without comments. */
    code: code as ReadonlyMap<string, string>,
    write: () => {
      for (const { files, folder } of outputs) writeFiles(files, folder)
    },
  }
}

const comments = /\/\*\*[\s\S]*?\*\//g

export function changedPaths(
  code: GenerationPlan['code'],
  known: GenerationPlan['code'],
): string[] {
  const paths = new Set([...code.keys(), ...known.keys()])
  return [...paths].filter((path) => code.get(path) !== known.get(path))
}

export const hasOtherGenerator = ({ manifest: { scripts } }: Workspace): boolean =>
  scripts?.generate !== undefined && !scripts.generate.startsWith(command)

/** Runs these generators together: none reads what another writes. If one fails, rejects with its output. */
export async function runOtherGenerators(workspaces: readonly Workspace[]): Promise<void> {
  const generators = workspaces.map(async ({ folder, manifest, place }) => {
    const PATH = [join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
    const env = { ...process.env, PATH }
    await run(manifest.scripts?.generate ?? '', { cwd: folder, env }).catch(({ stderr }) => {
      throw new Error(`${place}: generate failed.\n${stderr.trim()}`)
    })
  })
  const ended = await Promise.allSettled(generators)
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
