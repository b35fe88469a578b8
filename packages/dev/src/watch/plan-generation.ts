import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join, resolve } from 'node:path'
import {
  compareFiles,
  type GeneratedFile,
  generate,
  parseArguments,
  writeFiles,
} from '@partner-platform/codegen'
import type { Workspace } from '../workspaces.ts'

const command = 'contract-codegen generate '

export type GenerationPlan = Awaited<ReturnType<typeof planGeneration>>

/**
 * Generates in this process what the `generate` scripts that call codegen generate. Writes nothing yet.
 *
 * @throws {ContractError} if the documents are wrong.
 */
export async function planGeneration(workspaces: readonly Workspace[]) {
  const outputs: { files: GeneratedFile[]; folder: string }[] = []
  const code = new Map<string, string>()
  for (const workspace of workspaces) {
    const script = workspace.manifest.scripts?.generate
    if (!script?.startsWith(command)) continue
    const options = parseArguments(script.split(' ').slice(1))
    const files = await generate({ ...options, cwd: workspace.folder, onNotice() {} })
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

/** Paths whose code is new, changed or gone. */
export function changedPaths(
  code: GenerationPlan['code'],
  known: GenerationPlan['code'],
): string[] {
  const paths = new Set([...code.keys(), ...known.keys()])
  return [...paths].filter((path) => code.get(path) !== known.get(path))
}

/** Whether the `generate` script is another program. */
export const hasOtherGenerator = ({ manifest: { scripts } }: Workspace): boolean =>
  scripts?.generate !== undefined && !scripts.generate.startsWith(command)

/** Runs those scripts; if one fails, rejects with its output. */
export async function runOtherGenerators(workspaces: readonly Workspace[]): Promise<void> {
  for (const { folder, manifest, place } of workspaces) {
    const script = manifest.scripts?.generate ?? ''
    const env = {
      ...process.env,
      PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    }
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    const child = spawn(script, { cwd: folder, shell: true, stdio: [...stdio], env })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${place}: generate failed.\n${said.trim()}`)
  }
}
