import { join } from 'node:path'
import { bundleMain, runProcess } from '@partner-platform/settings/testing'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startStore, type TestStore } from '../src/testing/index.ts'

const script = join(import.meta.dirname, 'writer.ts')

/** Starts a writer on a folder, as a process; it is killed when the test ends, if not before. */
export async function startWriter(folder: string, ...args: string[]) {
  const writer = runProcess({ file: await bundleMain(script), args: [folder, ...args] })
  onTestFinished(() => writer.signal('SIGKILL'))
  return {
    kill: writer.kill,
    /** Numbers of the rows that it said were committed, so far. */
    acked: () => (writer.output.match(/^\d+(?=\n)/gm) ?? []).map(Number),
    /** Resolves once it has said that many; rejects if it ends before. */
    said: (count: number) => writer.says(new RegExp(`(^\\d+\\n){${count}}`, 'm')),
  }
}

/** Gives empty data folders to the tests of a file. */
export function useFolders(): () => Promise<string> {
  let store: TestStore
  beforeAll(async () => {
    store = await startStore('embedded')
  })
  afterAll(() => store.stop())
  return async () => {
    const { folder } = (await store.createLocation()) as { folder: string }
    return folder
  }
}
