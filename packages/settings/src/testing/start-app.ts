import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ProcessOptions, spawnNode } from './run-process.ts'

/** Starts the app as a separate process, which is killed when the test ends. */
export function startApp(given: ProcessOptions) {
  const child = spawnNode(given)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGKILL')
    await ended
  })
  /** Resolves with the URL of the first line that has one. */
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /http:\/\/[^\s/]+/.exec(stdout)?.[0]
      if (url) resolve(url)
    })
    void ended.then(({ stderr }) => reject(new Error(`The app ended: ${stderr}`)))
  })
  // A start that is meant to fail may have no awaiter.
  ready.catch(() => {})
  return { child, ended, ready }
}

/** A file in its own folder, which is removed when the test ends. */
export function temporaryFile(text: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'app-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return path
}
