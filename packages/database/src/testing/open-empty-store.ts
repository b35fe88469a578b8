import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../index.ts'
import { copyStore } from './copy-store.ts'

const apps = join(import.meta.dirname, '../../../../apps')

type Open<D> = (options: { location: { kind: 'embedded'; folder: string } }) => Promise<D>

/** An app's empty embedded store, copied from one that is made once. Its folder is removed on close. */
export async function openEmptyStore<D extends Database>(
  app: 'server' | 'receiver',
  open: Open<D>,
): Promise<D> {
  const openIn = (folder: string) => open({ location: { kind: 'embedded', folder } })
  const folder = await copyStore({ app: join(apps, app), open: openIn })
  const database = await openIn(folder)
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
