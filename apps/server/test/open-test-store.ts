import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@partner-platform/database'
import { copyStore } from '@partner-platform/database/testing'
import { openStore } from '../src/index.ts'

/** An embedded store with its tables, in a folder of its own that goes when it is closed. */
export async function openTestStore(): Promise<Database> {
  const folder = await copyTemplate()
  const database = await openStore({ location: { kind: 'embedded', folder } })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A folder with an empty store that nobody has open. */
export const copyTemplate = () =>
  copyStore({
    app: join(import.meta.dirname, '..'),
    open: (folder) => openStore({ location: { kind: 'embedded', folder } }),
  })
