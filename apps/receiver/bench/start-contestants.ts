import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@partner-platform/database/testing'

export type Contestant = { name: string; store: string; url: string }

const receiver = join(import.meta.dirname, '../src/main.ts')
const bare = join(import.meta.dirname, 'servers/bare.ts')

/** Both receivers, on each of the stores one of its own. */
export async function startContestants(secret: string, stores: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-receiver-'))
  const postgres = await startPostgres({ flags: ['-c', 'fsync=on'] })
  const children: ChildProcess[] = []
  const start = async (file: string, env: Record<string, string>) => {
    const child = spawn(process.execPath, ['--conditions=@partner-platform/source', file], {
      env: { PATH: process.env.PATH, PORT: '0', INBOX_PORT: '0', RECEIVER_SECRETS: secret, ...env },
      // Its log is written, but nobody reads it.
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    return urlOf(child)
  }
  const stop = async () => {
    for (const child of children.filter(({ exitCode }) => exitCode === null)) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const contestants: Contestant[] = []
    for (const store of stores) {
      for (const [name, file] of [
        ['bare', bare],
        ['receiver', receiver],
      ] as const) {
        const place: Record<string, string> =
          store === 'postgres'
            ? { DATABASE_URL: await postgres.createDatabase() }
            : { RECEIVER_DATA_FOLDER: join(folder, name) }
        contestants.push({ name, store, url: await start(file, place) })
      }
    }
    return { contestants, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of stdout ?? []) {
    said += chunk
    const [, url] = /ready: (\S+)\n/.exec(said) ?? []
    if (url === undefined) continue
    stdout?.resume()
    return url
  }
  throw new Error('A receiver of the bench ended before it was ready.')
}
