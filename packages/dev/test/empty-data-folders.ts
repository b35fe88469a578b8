import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore } from '@partner-platform/database/testing'
import { openStore as openReceiverStore } from '@partner-platform/receiver'
import { createSecretsKey, openStore as openServerStore } from '@partner-platform/server'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type RunningPlatform, startPlatform } from '../src/start-platform.ts'

const apps = join(import.meta.dirname, '../../../apps')

/** Data folders whose stores already have their tables, so that an app starts in half a second. */
async function copyDataFolders() {
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
    ...{ server, receiver },
    remove() {
      // The server keeps the key of its store beside the folder.
      for (const path of [server, `${server}.key`, receiver]) {
        rmSync(path, { recursive: true, force: true })
      }
    },
  }
}

/** The folders as settings of `start`, for one test. */
export async function openFolders() {
  const { server, receiver, remove } = await copyDataFolders()
  onTestFinished(remove)
  return { DATA_FOLDER: server, RECEIVER_DATA_FOLDER: receiver }
}

/** A platform for all tests of a file; call the result in a test to get it. */
export function usePlatform(): () => RunningPlatform {
  let dataFolders: Awaited<ReturnType<typeof copyDataFolders>>
  let platform: RunningPlatform
  beforeAll(async () => {
    dataFolders = await copyDataFolders()
    const ports = { server: 0, operator: 0, receiver: 0, inbox: 0 }
    platform = await startPlatform({ ports, dataFolders })
  })
  afterAll(async () => {
    await platform?.close()
    dataFolders?.remove()
  })
  return () => platform
}
