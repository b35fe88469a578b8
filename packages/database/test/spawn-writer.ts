import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundleMain } from '@partner-platform/settings/testing'
import { onTestFinished } from 'vitest'
import type { TestStore } from '../src/testing/index.ts'

const script = join(import.meta.dirname, 'writer.ts')

/** The writer in a process of its own. */
export type Writer = {
  /** Resolves when it has the folder open. */
  isOpen: Promise<void>
  /** Numbers of the rows that it said were committed, so far. */
  acked: number[]
  /** Resolves when it has said so many; rejects if it ends before. */
  said(count: number): Promise<void>
  /** Kills it with SIGKILL; resolves when it is gone, with the signal. */
  kill(): Promise<NodeJS.Signals | null>
}

/** Starts a writer on a folder; it is killed when the test ends, if not before. */
export async function startWriter(folder: string, ...args: string[]): Promise<Writer> {
  const writer = spawnWriter(await bundleMain(script), folder, ...args)
  onTestFinished(async () => void (await writer.kill()))
  return writer
}

/** An empty data folder. */
export async function createFolder(store: TestStore): Promise<string> {
  const location = await store.createLocation()
  if (location.kind === 'embedded' && location.folder !== null) return location.folder
  throw new TypeError('The store has no folders. Start an embedded one.')
}

function spawnWriter(file: string, ...args: string[]): Writer {
  const child = spawn(process.execPath, ['--liftoff-only', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acked: number[] = []
  const opened = Promise.withResolvers<void>()
  const waiting = new Set<() => void>()
  let rest = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === 'open') opened.resolve()
      else acked.push(Number(line))
    }
    for (const look of waiting) look()
  })
  const closed = closeOf(child)
  closed.then(() => opened.reject(new Error('The writer ended before it had opened its folder.')))
  opened.promise.catch(() => {})
  return {
    isOpen: opened.promise,
    acked,
    async said(count) {
      const enough = Promise.withResolvers<void>()
      const look = () => acked.length >= count && enough.resolve()
      waiting.add(look)
      look()
      closed.then(() => enough.reject(new Error(`The writer ended after ${acked.length} rows.`)))
      await enough.promise.finally(() => waiting.delete(look))
    },
    kill() {
      child.kill('SIGKILL')
      return closed
    },
  }
}

/** Until its output is read to the end, too: what it said before it died counts. */
function closeOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    child.once('close', (_code, signal) => resolve(signal))
  })
}
