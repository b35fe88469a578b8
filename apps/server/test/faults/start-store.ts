import { rmSync } from 'node:fs'
import { type StoreKind, startStore, type TestStore } from '@partner-platform/database/testing'
import { copyTemplate } from '../open-test-store.ts'

/** A store for processes of the app. An embedded store already has its tables: creating them takes seconds. */
export async function startAppStore(kind: StoreKind): Promise<TestStore> {
  if (kind === 'postgres') return startStore(kind)
  const folder = await copyTemplate()
  return {
    server: null,
    createLocation: async () => ({ kind, folder }),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
