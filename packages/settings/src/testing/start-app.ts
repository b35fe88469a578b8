import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { onTestFinished } from 'vitest'
import { type ProcessOptions, runProcess } from './run-process.ts'

/** Starts the app as a separate process, which is killed when the test ends. */
export function startApp(given: ProcessOptions) {
  const { says, signal, ended: end, written } = runProcess(given)
  const ended = end.then(({ code }) => ({ code, ...written }))
  onTestFinished(async () => {
    signal('SIGKILL')
    await ended
  })
  /** Resolves with the first URL that it writes. */
  const ready = says(/http:\/\/[^\s/]+/).then(([url]) => url)
  // A start that is meant to fail may have no awaiter.
  ready.catch(() => {})
  return { child: { kill: signal }, says, ended, ready }
}

/** A file in its own folder, which is removed when the test ends. */
export const temporaryFile = (text: string | Uint8Array): string =>
  join(temporaryFolder({ file: text }), 'file')
