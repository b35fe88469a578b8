import { rmSync } from 'node:fs'
import { type StoreKind, startStore, type TestStore } from '@partner-platform/database/testing'
import { copyTemplate } from '../open-test-store.ts'

/** A store for processes of the app. An embedded one has its tables already: to make them takes seconds. */
export async function startAppStore(kind: StoreKind): Promise<TestStore> {
  if (kind === 'postgres') return startStore(kind)
  const folder = await copyTemplate()
  return {
    server: null,
    createLocation: async () => ({ kind, folder }),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
