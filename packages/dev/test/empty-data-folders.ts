import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore } from '@partner-platform/database/testing'
import { openStore as openReceiverStore } from '@partner-platform/receiver'
import { createSecretsKey, openStore as openServerStore } from '@partner-platform/server'

const apps = join(import.meta.dirname, '../../../apps')

/** Takes a free port for each address of `start`. */
export const freePorts = {
  SERVER_PORT: 0,
  OPERATOR_PORT: 0,
  RECEIVER_PORT: 0,
  INBOX_PORT: 0,
  DOCS_PORT: 0,
}

/** Data folders whose stores already have their tables, so that an app starts in half a second. */
export async function copyDataFolders() {
  const [server, receiver] = await Promise.all([
    copyStore({
      app: join(apps, 'server'),
      open: (folder) =>
        openServerStore({
          location: { kind: 'embedded', folder },
          // The template has no secrets: each copy gets its own key file.
          secretsKeys: [createSecretsKey()],
        }),
    }),
    copyStore({
      app: join(apps, 'receiver'),
      open: (folder) => openReceiverStore({ location: { kind: 'embedded', folder } }),
    }),
  ])
  return {
    /** The settings of `start` that name them. */
    settings: { DATA_FOLDER: server, RECEIVER_DATA_FOLDER: receiver },
    remove() {
      // The server keeps the key of its store beside the folder.
      for (const path of [server, `${server}.key`, receiver]) {
        rmSync(path, { recursive: true, force: true })
      }
    },
  }
}
