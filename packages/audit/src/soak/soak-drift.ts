import { globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type StoreKind, startPostgres } from '@partner-platform/database/testing'
import type { Figure } from '@partner-platform/dev/format-table'
import { type DriftOptions, type DriftSample, runDrift } from './run-drift.ts'

type Say = (line: string) => void

const segments = 100

/** Sends very many events through one sender and one receiver; continues a stopped run of the same length. */
export async function soakDrift(kind: StoreKind, events: number, say: Say): Promise<Figure> {
  const folder = join(tmpdir(), `partner-platform-drift-${kind}-${events}`)
  // Postgres runs as another user, who must be able to enter the folder.
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const { stores, stop } = await openStores(kind, folder)
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

/** The stores of the sender and the receiver, as an earlier run left them. */
async function openStores(kind: StoreKind, folder: string): Promise<Stores> {
  if (kind === 'embedded') {
    const at = (name: string) => ({ kind, folder: join(folder, name) })
    return { stores: { sender: at('sender'), receiver: at('receiver') }, stop: async () => {} }
  }
  const [version] = globSync(join(folder, '*/data/PG_VERSION'))
  const server = await startPostgres({
    parent: folder,
    ...(version && { fill: (data: string) => renameSync(dirname(version), data) }),
  })
  if (!version) for (const name of ['sender', 'receiver']) await server.createDatabase(name)
  const at = (name: string) => ({ kind, url: server.urlOf(name) })
  return { stores: { sender: at('sender'), receiver: at('receiver') }, stop: () => server.stop() }
}

/** Most growth of a figure, as a ratio, from the time when deletion has begun to the end. */
const growthLimit = 1.2

/** Finds figures that grow without end. Takes medians of several segments: a checkpoint may disturb one. */
export function judgeDrift(
  samples: readonly DriftSample[],
  figures: readonly Exclude<keyof DriftSample, 'events'>[],
): string[] {
  const share = Math.max(1, Math.floor(samples.length / 10))
  const middle = Math.floor(samples.length / 2)
  return figures.flatMap((figure) => {
    const at = (from: number) => median(samples.slice(from, from + share).map((one) => one[figure]))
    // The cost of an event is compared with the start; the stores start empty, and level off by the middle.
    const before = figure === 'eventMs' ? at(0) : at(middle)
    const after = at(samples.length - share)
    return after <= growthLimit * before
      ? []
      : [`${figure} grew from ${before.toFixed(1)} to ${after.toFixed(1)}`]
  })
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
