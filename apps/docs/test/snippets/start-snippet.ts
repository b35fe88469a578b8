import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { packageFolder } from '../../src/docs-folder.ts'
import type { Snippet } from './read-snippets.ts'

type Language = { file: string; command: string[]; needs: string[] }

const node = [process.execPath, '--conditions=@partner-platform/source']
const languages: Record<string, Language> = {
  ts: { file: 'snippet.ts', command: node, needs: [] },
  bash: {
    file: 'snippet.sh',
    command: ['bash', '-euo', 'pipefail'],
    needs: ['bash', 'curl', 'openssl'],
  },
  python: { file: 'snippet.py', command: ['python3', '-W', 'error'], needs: ['python3'] },
}

/** Whether a program that the snippet needs is not on this machine: said loudly, its tests then count as skipped. */
export function lacksProgram({ language, title }: Snippet): boolean {
  const missing = languageOf(language).needs.filter(
    (program) => spawnSync(program, ['version']).error !== undefined,
  )
  for (const program of missing) {
    console.warn(`NOT TESTED: ${program} is missing, so no snippet in ${title} runs here.`)
  }
  return missing.length > 0
}

function languageOf(language: string): Language {
  const known = languages[language]
  if (!known) throw new Error(`A snippet is in ${language}: expected ${Object.keys(languages)}.`)
  return known
}

/** Runs a snippet in a folder of its own below this package, where it finds the packages, with the files beside it. */
export function startSnippet(
  { language, source }: Snippet,
  { env, files = {} }: { env: Record<string, string>; files?: Record<string, string> },
) {
  const { file, command } = languageOf(language)
  mkdirSync(join(packageFolder, 'reports'), { recursive: true })
  const folder = mkdtempSync(join(packageFolder, 'reports/snippet-'))
  for (const [name, content] of Object.entries({ ...files, [file]: source })) {
    writeFileSync(join(folder, name), content)
  }
  const [program = '', ...args] = command
  const child = spawn(program, [...args, file], {
    cwd: folder,
    env: { PATH: process.env.PATH, NO_PROXY: '*', no_proxy: '*', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    await stop(child)
    rmSync(folder, { recursive: true })
  })
  const stderr = text(child.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    /** The next line it prints; fails with what it said instead, if it ends before. */
    async nextLine(): Promise<string> {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The snippet ended without another line:\n${await stderr}`)
      return value
    },
    /** What it prints from now until it ends. */
    async ended() {
      const printed: string[] = []
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        printed.push(next.value)
      }
      return { lines: printed, stderr: await stderr, code: await exitCode(child) }
    },
  }
}

const exitCode = (child: ChildProcess) =>
  child.exitCode ??
  new Promise<number>((settle) => child.once('exit', (code) => settle(code ?? -1)))

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGKILL')
  await gone
}
