import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWorkspaces, root } from './workspaces.ts'

// Type-checks every workspace. Projects with the same compiler options are one program: one program for
// each workspace would read the same libraries 20 times.

interface Project {
  extends: string
  compilerOptions?: Record<string, unknown>
  include?: string[]
  exclude?: string[]
}

const base = join(root, 'tsconfig.base.json')
const read = (file: string): Project => JSON.parse(readFileSync(file, 'utf8'))

const programs = new Map<string, Required<Project>>()
for (const { folder, manifest } of findWorkspaces())
  for (const [, name = ''] of (manifest.scripts?.typecheck ?? '').matchAll(/-p (\S+)/g)) {
    const project = read(join(folder, name))
    const parent = read(join(folder, 'tsconfig.json'))
    const compilerOptions = {
      ...parent.compilerOptions,
      ...project.compilerOptions,
      typeRoots: [join(root, 'packages/dev/node_modules/@types')],
    }
    const key = JSON.stringify(Object.entries(compilerOptions).sort())
    const program: Required<Project> = programs.get(key) ?? {
      extends: base,
      compilerOptions,
      include: [],
      exclude: ['**/node_modules'],
    }
    for (const list of ['include', 'exclude'] as const)
      program[list].push(...(project[list] ?? []).map((path) => join(folder, path)))
    programs.set(key, program)
  }

const folder = mkdtempSync(join(root, 'node_modules/.types-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const stop = new AbortController()
// Not `once`: a repeated signal would then end this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
for (const [index, program] of [...programs.values()].entries()) {
  if (stop.signal.aborted) break
  const file = join(folder, `${index}.json`)
  writeFileSync(file, JSON.stringify(program))
  // The compiler may be a child of `tsc`, and ignores SIGTERM.
  const tsc = spawn('tsc', ['-p', file], { cwd: root, stdio: 'inherit', detached: true })
  const kill = () => tsc.pid && process.kill(-tsc.pid, 'SIGKILL')
  stop.signal.addEventListener('abort', kill)
  const [status] = await once(tsc, 'exit')
  stop.signal.removeEventListener('abort', kill)
  if (status !== 0) process.exitCode = 1
}
