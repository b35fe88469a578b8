import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { writeFiles } from '@partner-platform/harness'
import { packageFolder } from '../../src/folders.ts'
import type { Snippet } from './read-snippets.ts'

/** How a program runs: the file that it is saved as, the command before the name of that file, what that needs. */
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
  go: { file: 'snippet.go', command: ['go', 'run', 'main.go'], needs: ['go'] },
  php: { file: 'snippet.php', command: ['php'], needs: ['php'] },
  ruby: { file: 'snippet.rb', command: ['ruby', '-w'], needs: ['ruby'] },
  java: {
    file: 'Webhooks.java',
    command: ['sh', '-c', 'javac *.java && java -cp . Main'],
    needs: ['javac', 'java'],
  },
  csharp: {
    file: 'snippet.cs',
    command: ['sh', '-c', 'mcs -out:main.exe *.cs && mono main.exe'],
    needs: ['mcs', 'mono'],
  },
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

interface SnippetOptions {
  env: Record<string, string>
  /** Files beside the snippet: text by path. */
  files?: Record<string, string>
  /** Where its folder is made; it finds the packages that are installed there or above. */
  within?: string
  /** How it runs. @default as its language does */
  runs?: Pick<Language, 'file' | 'command'>
}

/** Runs a snippet until it ends by itself. */
export async function runSnippet(snippet: Snippet, options: SnippetOptions) {
  const started = startSnippet(snippet, options)
  try {
    return await started.ended()
  } finally {
    await started.stop()
  }
}

/** Starts a snippet in a folder of its own. The caller must stop it. */
export function startSnippet({ language, source }: Snippet, options: SnippetOptions) {
  const { env, files = {}, within = join(packageFolder, 'reports') } = options
  const { file, command } = options.runs ?? languageOf(language)
  mkdirSync(within, { recursive: true })
  const folder = mkdtempSync(join(within, 'snippet-'))
  writeFiles(folder, { ...files, [file]: source })
  const [program = '', ...args] = command
  const child = spawn(program, [...args, file], {
    cwd: folder,
    env: { PATH: process.env.PATH, NO_PROXY: '*', no_proxy: '*', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stderr = text(child.stderr)
  const exited = once(child, 'exit')
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
      return { lines: printed, stderr: await stderr, code: (await exited)[0] }
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
