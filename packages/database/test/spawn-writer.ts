import { join } from 'node:path'
import { bundleMain, runProcess } from '@partner-platform/settings/testing'
import { onTestFinished } from 'vitest'
import type { TestStore } from '../src/testing/index.ts'

const script = join(import.meta.dirname, 'writer.ts')

/** Starts a writer on a folder, as a process; it is killed when the test ends, if not before. */
export async function startWriter(folder: string, ...args: string[]) {
  const writer = runProcess({ file: await bundleMain(script), args: [folder, ...args] })
  /** Kills it with SIGKILL; resolves once it is gone, with the signal. */
  const kill = async () => {
    writer.signal('SIGKILL')
    return (await writer.ended).signal
  }
  onTestFinished(async () => void (await kill()))
  return {
    kill,
    /** Numbers of the rows that it said were committed, so far. */
    acked: () => (writer.output.match(/^\d+(?=\n)/gm) ?? []).map(Number),
    /** Resolves once it has said that many; rejects if it ends before. */
    said: (count: number) => writer.says(new RegExp(`(^\\d+\\n){${count}}`, 'm')),
  }
}

/** An empty data folder. */
export async function createFolder(store: TestStore): Promise<string> {
  const location = await store.createLocation()
  if (location.kind === 'embedded' && location.folder !== null) return location.folder
  throw new TypeError('The store has no folders. Start an embedded one.')
}
