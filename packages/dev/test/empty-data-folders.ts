import { join } from 'node:path'
import { copyStore } from '@partner-platform/database/testing'
import { openStore as openReceiverStore } from '@partner-platform/receiver'
import { openStore as openServerStore } from '@partner-platform/server'

const apps = join(import.meta.dirname, '../../../apps')

/** Data folders whose stores already have their tables, so that an app starts in half a second. */
export async function copyDataFolders() {
  const [server, receiver] = await Promise.all([
    copyStore({
      app: join(apps, 'server'),
      open: (folder) => openServerStore({ location: { kind: 'embedded', folder } }),
    }),
    copyStore({
      app: join(apps, 'receiver'),
      open: (folder) => openReceiverStore({ location: { kind: 'embedded', folder } }),
    }),
  ])
  return { server, receiver }
}
