import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPostgres } from '@partner-platform/database/testing'

const files = {
  bare: join(import.meta.dirname, 'servers/bare.ts'),
  receiver: join(import.meta.dirname, '../src/main.ts'),
}

type StartOptions = { secret: string; stores: readonly string[]; opened: AsyncDisposableStack }

/** Starts both receivers on each kind of store, each on its own store. They stop with `opened`. */
export async function startContestants({ secret, stores, opened }: StartOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-receiver-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ flags: ['-c', 'fsync=on'] })
  opened.defer(postgres.remove)
  const contestants: { name: string; store: string; url: string }[] = []
  for (const store of stores) {
    for (const [name, file] of Object.entries(files)) {
      const place: Record<string, string> =
        store === 'postgres'
          ? { DATABASE_URL: await postgres.createDatabase() }
          : { RECEIVER_DATA_FOLDER: join(folder, name) }
      const child = spawn(process.execPath, ['--conditions=@partner-platform/source', file], {
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          INBOX_PORT: '0',
          RECEIVER_SECRETS: secret,
          ...place,
        },
        // The receivers write their log as in production, but nobody reads it.
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      opened.defer(() => stop(child))
      contestants.push({ name, store, url: await urlOf(child) })
    }
  }
  return contestants
}

async function urlOf({ stdout }: { stdout: NodeJS.ReadableStream }): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const [, url] = /ready: (\S+)$/.exec(line) ?? []
    if (url === undefined) continue
    stdout.resume()
    return url
  }
  throw new Error('A receiver of the bench ended before it was ready.')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
