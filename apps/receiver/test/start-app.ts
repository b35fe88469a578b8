import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startApp as start } from '@partner-platform/settings/testing'
import { onTestFinished } from 'vitest'
import { copyTemplate } from './copy-template.ts'

const file = join(import.meta.dirname, '../src/main.ts')

/** Where processes leave what they compiled for the next one, so that a start takes less time. */
const compiled = join(import.meta.dirname, '../node_modules/.cache/compile')

type Given = { env?: Record<string, string>; args?: string[] }

/** This app as a process of its own, as it is without any of its settings. */
export const startApp = ({ env = {}, args = [] }: Given = {}) =>
  start({ file, args, env: { NODE_COMPILE_CACHE: compiled, ...env } })

/** This app on free ports, with an empty store, unless it is given one, that goes when the test ends. */
export async function startWholeApp({ env = {} }: Given = {}) {
  const folder = env.RECEIVER_DATA_FOLDER ?? (await copyTemplate())
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = startApp({
    env: { PORT: '0', INBOX_PORT: '0', RECEIVER_DATA_FOLDER: folder, ...env },
  })
  let text = ''
  app.child.stderr.on('data', (chunk) => {
    text += chunk
  })
  /** What it has logged so far. */
  const logged = () => text
  return { ...app, folder, logged }
}
