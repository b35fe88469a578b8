import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleMain, startApp as start } from '@partner-platform/settings/testing'
import { onTestFinished } from 'vitest'
import { copyTemplate } from './open-test-store.ts'

export const mainFile = join(import.meta.dirname, '../src/main.ts')

type Given = {
  env?: Record<string, string>
  args?: string[]
  /** @default the main file bundled with its imports, which starts five times as fast */
  file?: string
}

/** The compile cache, which makes processes start faster. */
const compiled = join(import.meta.dirname, '../node_modules/.cache/compile')

/** Starts this app as a process with default settings. */
export const startApp = async ({ env = {}, args = [], file }: Given = {}) =>
  start({
    file: file ?? (await bundleMain(mainFile)),
    args,
    env: { NODE_COMPILE_CACHE: compiled, ...env },
  })

/** Resolves with the URL of the operator surface that the app prints. */
export function operatorUrlOf({ says }: ReturnType<typeof start>): Promise<string> {
  const url = says(/Operator surface ready: (http:\/\/[^\s,]+)/).then(([, url = '']) => url)
  // An app that does not start has no awaiter.
  url.catch(() => {})
  return url
}

/** Starts this app on free ports. Without a data folder, it gets an empty one. Deletes the folder afterwards. */
export async function startWholeApp({ env = {}, ...given }: Given = {}) {
  const folder = env.SERVER_DATA_FOLDER ?? (await copyTemplate())
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = await startApp({
    ...given,
    env: { PORT: '0', OPERATOR_PORT: '0', SERVER_DATA_FOLDER: folder, ...env },
  })
  const operatorUrl = operatorUrlOf(app)
  return { ...app, folder, operatorUrl }
}
