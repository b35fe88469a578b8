import { globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import type { Figure } from '../show/to-figures.ts'
import { judgeDrift } from './judge-drift.ts'
import { type DriftOptions, type DriftSample, runDrift } from './run-drift.ts'

type Say = (line: string) => void

const segments = 100

/** Sends very many events through one sender and one receiver; continues a stopped run of the same length. */
export async function soakDrift(kind: StoreKind, events: number, say: Say): Promise<Figure> {
  const folder = join(tmpdir(), `partner-platform-drift-${kind}-${events}`)
  // Postgres runs as another user, who must be able to enter the folder.
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const { stores, stop } = await (kind === 'embedded' ? openFolders(folder) : openServer(folder))
  const onSegment = ({ events, rows, storeBytes, heapBytes, eventMs }: DriftSample) =>
    say(
      `drift (${kind}): ${events} events, ${rows} rows, stores ${toMib(storeBytes)} MiB, heap ${toMib(heapBytes)} MiB, ${eventMs.toFixed(2)} ms per event`,
    )
  const progressFile = join(folder, 'progress.json')
  const samples = await runDrift({ stores, events, segments, progressFile, onSegment }).finally(
    stop,
  )
  const problems = judgeDrift(samples, ['rows', 'storeBytes', 'heapBytes', 'eventMs'])
  for (const problem of problems) say(`PROBLEM ${problem}`)
  rmSync(folder, { recursive: true })
  const [first, last] = [samples[0], samples.at(-1)]
  return {
    what: `${events} events, months passing (${kind})`,
    outcome: `${first?.eventMs.toFixed(2)} ms per event at the start, ${last?.eventMs.toFixed(2)} at the end; stores ${toMib(last?.storeBytes ?? 0)} MiB; ${problems.length} problems`,
    ok: problems.length === 0,
  }
}

const toMib = (bytes: number) => (bytes / 1024 / 1024).toFixed(0)

type Stores = { stores: DriftOptions['stores']; stop(): Promise<void> }

const openFolders = async (folder: string): Promise<Stores> => ({
  stores: {
    sender: { kind: 'embedded', folder: join(folder, 'sender') },
    receiver: { kind: 'embedded', folder: join(folder, 'receiver') },
  },
  stop: async () => {},
})

async function openServer(folder: string): Promise<Stores> {
  const [version] = globSync(join(folder, '*/data/PG_VERSION'))
  const server = await startPostgres({
    parent: folder,
    ...(version && { fill: (data: string) => renameSync(dirname(version), data) }),
  })
  const names = ['sender', 'receiver'] as const
  if (!version) for (const name of names) await server.createDatabase(name)
  const locationOf = (name: string) => ({ kind: 'postgres' as const, url: server.urlOf(name) })
  return {
    stores: { sender: locationOf('sender'), receiver: locationOf('receiver') },
    stop: () => server.stop(),
  }
}
