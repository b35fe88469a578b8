import { once } from 'node:events'
import { relative, sep } from 'node:path'
import { watch } from 'chokidar'
import { root } from '../workspaces.ts'

/** How long nothing must change before it counts as saved: an editor may write several files. */
const settleMs = 40

/** Files that tools write, and the code of the check itself, which needs a restart. */
const ignored =
  /^\/specs\/(dist|reports|fingerprint\.txt)(\/|$)|\/(node_modules|generated|\.[^/]*)(\/|$)|~$|^\/specs\/.*\.ts$/

export type FileWatch = Awaited<ReturnType<typeof watchFiles>>

/** Watches folders below the root, including files added later; reports what it cannot watch. */
export async function watchFiles(folders: readonly string[], onError: (error: Error) => void) {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let settled = Promise.withResolvers<void>()
  const toPath = (file: string) => relative(root, file).replaceAll(sep, '/')
  const watcher = watch([...folders], {
    ignoreInitial: true,
    ignored: (file) => ignored.test(`/${toPath(file)}`),
  })
  watcher.on('all', (_, file) => {
    changed.add(toPath(file))
    clearTimeout(timer)
    timer = setTimeout(() => settled.resolve(), settleMs)
  })
  watcher.on('error', (error) => onError(error as Error))
  await once(watcher, 'ready')
  return {
    /** Resolves with the paths changed since the last call, relative to the root; waits if there are none. */
    async next(): Promise<string[]> {
      // The last change may have been returned together with the one before.
      do {
        await settled.promise
        settled = Promise.withResolvers()
      } while (changed.size === 0)
      const paths = [...changed]
      changed.clear()
      return paths
    },
    async close() {
      clearTimeout(timer)
      await watcher.close()
    },
  }
}
