import { existsSync, type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

interface WatchOptions {
  /** Ends the watch. */
  signal: AbortSignal
  /** How long to wait after a change for more of them, in milliseconds. @default 50 */
  settleMs?: number
}

/**
 * Calls `run` now, and again after each change of the files it names, until the signal. It watches their
 * folders: editors often replace a file instead of writing to it.
 */
export async function watchFiles(
  run: () => Promise<readonly string[]>,
  { signal, settleMs = 50 }: WatchOptions,
): Promise<void> {
  const watchers = new Map<string, FSWatcher>()
  let files = new Set<string>()
  let hasChanged = false
  let wake = () => {}
  signal.addEventListener('abort', () => wake())
  while (!signal.aborted) {
    hasChanged = false
    files = new Set(await run())
    for (const folder of new Set([...files].map((file) => dirname(file)))) {
      if (watchers.has(folder) || !existsSync(folder)) continue
      const onChange = (_: string, name: string | null) => {
        // A folder also holds files that do not matter, such as those that were just generated.
        if (name !== null && !files.has(join(folder, name))) return
        hasChanged = true
        wake()
      }
      watchers.set(folder, watch(folder, onChange))
    }
    if (!hasChanged && !signal.aborted)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    await new Promise((resolve) => setTimeout(resolve, signal.aborted ? 0 : settleMs))
  }
  for (const watcher of watchers.values()) watcher.close()
}
