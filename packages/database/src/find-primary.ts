import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StoreDownError } from './errors.ts'

/** How long all hosts together may take to answer whether they take writes. */
const probeTimeoutMs = 1_500
/** How long to wait for the other hosts once one takes writes: if two do, the newer one is used. */
const graceMs = 500

/** The server that takes writes, from its discovery until a failure. */
export type Era = { readonly url: string }

type Probe = { url: string; timeline: number }

/**
 * Finds the primary among several hosts. A host in recovery is a standby. If two hosts take writes, the
 * one that was promoted later has the higher timeline. The other is an old primary that came back, and a
 * process that has seen the newer one never uses it.
 */
export function createPrimary(urls: readonly string[], toConfig: (url: string) => pg.ClientConfig) {
  const [first = ''] = urls
  let known: Promise<Era> | undefined
  let last: Era = { url: first }
  let isLost = true
  let newestTimeline = 0

  const look = async (): Promise<Era> => {
    if (urls.length === 1) return { url: first }
    const probes = await probeAll(urls.map((url) => probe(toConfig(url), url)))
    const primary = probes
      .filter(({ timeline }) => timeline >= newestTimeline)
      .toSorted((one, other) => other.timeline - one.timeline)[0]
    if (!primary) throw new StoreDownError(explain(probes.length))
    newestTimeline = primary.timeline
    return { url: primary.url }
  }
  return {
    /** The known primary. Searches for one first if none is known. */
    find(): Promise<Era> {
      known ??= look().then(
        (era) => {
          last = era
          isLost = false
          return era
        },
        (error: unknown) => {
          known = undefined
          throw error
        },
      )
      return known
    },
    /** Makes the next `find` search again, because a connection failed. */
    forget(): void {
      // A running search continues.
      if (isLost) return
      known = undefined
      isLost = true
    },
    /** The last known primary. */
    last: () => last,
    isKnown: (era: Era | undefined) => !isLost && era === last,
  }
}

const explain = (old: number) =>
  old === 0
    ? 'No host accepts writes. Start the primary, or promote a standby.'
    : 'The only host that accepts writes is an old primary. Start the server that was promoted after it.'

/** The hosts that accept writes, once all hosts have answered or time is up. */
async function probeAll(probes: readonly Promise<Probe | undefined>[]): Promise<Probe[]> {
  const found: Probe[] = []
  const first = Promise.withResolvers<void>()
  const all = Promise.all(
    probes.map(async (one) => {
      const said = await one
      if (!said) return
      found.push(said)
      first.resolve()
    }),
  )
  const late = new AbortController()
  const wait = (ms: number) => delay(ms, undefined, { signal: late.signal }).catch(() => {})
  await Promise.race([all, wait(probeTimeoutMs), first.promise.then(() => wait(graceMs))])
  late.abort()
  return found
}

/** A host that takes writes, with its timeline; `undefined` for a standby or if no server answers. */
async function probe(config: pg.ClientConfig, url: string): Promise<Probe | undefined> {
  const client = new pg.Client({ ...config, query_timeout: probeTimeoutMs })
  // The pending call reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when pg_is_in_recovery() then null
        else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    )
    const timeline = rows[0]?.timeline
    return timeline ? { url, timeline: Number.parseInt(timeline, 16) } : undefined
  } catch {
    return undefined
  } finally {
    client.end().catch(() => {})
  }
}
