import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreLocation } from '../store.ts'
import { templateFolder } from './copy-store.ts'
import { startPostgres } from './start-postgres.ts'

/** Both stores, so that one suite runs on each: `describe.each(storeKinds)`. */
export const storeKinds = ['embedded', 'postgres'] as const

export type StoreKind = (typeof storeKinds)[number]

export type TestStore = {
  /** A new empty store that can be opened and closed repeatedly. */
  createLocation(): Promise<StoreLocation>
  stop(): Promise<void>
}

export async function startStore(kind: StoreKind): Promise<TestStore> {
  if (kind === 'postgres') {
    const server = await startPostgres()
    return {
      createLocation: async () => ({ kind, url: await server.createDatabase() }),
      stop: () => server.remove(),
    }
  }
  const parent = mkdtempSync(join(tmpdir(), 'partner-platform-embedded-'))
  const template = await templateFolder()
  let count = 0
  return {
    async createLocation() {
      const folder = join(parent, String(++count))
      cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
      return { kind, folder }
    },
    stop: async () => rmSync(parent, { recursive: true, force: true }),
  }
}
