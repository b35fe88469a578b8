import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  compareFiles,
  type GeneratedFile,
  generate,
  parseArguments,
  writeFiles,
} from '@partner-platform/codegen'
import type { Workspace } from '../workspaces.ts'

const command = 'contract-codegen generate '

/** What the `generate` scripts of packages would write, and the way to write it. */
export type GenerationPlan = {
  /** Whether more than comments would change. */
  isCodeChanged: boolean
  /** Whether that is so in files that the compiler reads: a bound of a field is in the validators only. */
  areTypesChanged: boolean
  write(): void
}

/**
 * Derives in this process what the `generate` scripts that call codegen derive, and writes nothing yet.
 *
 * @throws {ContractError} where the documents are wrong.
 */
export async function planGeneration(workspaces: readonly Workspace[]): Promise<GenerationPlan> {
  const outputs: { files: GeneratedFile[]; folder: string }[] = []
  const changed = new Set<string>()
  for (const workspace of workspaces) {
    const script = workspace.manifest.scripts?.generate
    if (!script?.startsWith(command)) continue
    const options = parseArguments(script.split(' ').slice(1))
    const files = await generate({ ...options, cwd: workspace.folder, onNotice() {} })
    const folder = resolve(workspace.folder, options.out)
    const differences = compareFiles(files, folder)
    if (differences.length === 0) continue
    outputs.push({ files, folder })
    for (const { path, kind } of differences) {
      const file = files.find((one) => one.path === path)
      const isSame = kind === 'stale' && file && isSameCode(join(folder, path), file.content)
      if (!isSame) changed.add(path)
    }
  }
  return {
    isCodeChanged: changed.size > 0,
    areTypesChanged: [...changed].some((path) => path.endsWith('.ts')),
    write: () => {
      for (const { files, folder } of outputs) writeFiles(files, folder)
    },
  }
}

const comments = /\/\*\*[\s\S]*?\*\//g

const isSameCode = (file: string, next: string) =>
  readFileSync(file, 'utf8').replaceAll(comments, '') === next.replaceAll(comments, '')

/** Runs the `generate` scripts that are programs of their own; rejects with what one says that fails. */
export async function runOtherGenerators(workspaces: readonly Workspace[]): Promise<void> {
  for (const { folder, manifest, place } of workspaces) {
    const script = manifest.scripts?.generate
    if (script === undefined || script.startsWith(command)) continue
    const child = spawn(script, { cwd: folder, shell: true, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${place}: generate failed.\n${said.trim()}`)
  }
}
