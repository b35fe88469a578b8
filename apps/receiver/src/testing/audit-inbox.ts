import type { Database } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { personal } from './create-sender.ts'
import type { Journal } from './drive-deliveries.ts'

export type InboxAudit = {
  /** What is not as promised, one sentence each; none if all is well. */
  problems: string[]
  /** Deliveries that were made, and those that were answered with 2xx. */
  sent: number
  acked: number
  /** Events in the store, and how many of them were handled. */
  stored: number
  handled: number
  /** Answered with 2xx, and not in the store. */
  lost: number
}

type Row = { key: string; digest: string; handling: string; alike: number }

/** Every event, with its digest and how many have the same effect: read without code of the receiver. */
const allEvents = `
  select storage_key as key, encode(sha256(body), 'hex') as digest, handling,
    (count(*) over (partition by submission_uuid, occurred_at, status))::integer as alike
  from events`

const others = `select (select count(*) from quarantine)::integer as quarantined,
  (select count(*) from pgboss.job where state = 'active')::integer as active`

type InboxAuditSources = {
  query: Database['query']
  journal: Pick<Journal, 'entries' | 'acked'>
}

/** Compares what the load driver was told with what the store says, after all is handled. */
export async function auditInbox({ query, journal }: InboxAuditSources): Promise<InboxAudit> {
  const rows = await query<Row>(allEvents)
  const [other] = await query<{ quarantined: number; active: number }>(others)
  const keys = new Set(rows.map(({ key }) => key))
  const sent = new Set(journal.entries.map(({ storageKey }) => storageKey))
  const acked = new Set(journal.acked().map(({ storageKey }) => storageKey))
  const problems: string[] = []
  const count = (what: string, found: number) => {
    if (found > 0) problems.push(`${found} × ${what}`)
    return found
  }
  const lost = count('acknowledged, but not stored', notIn(keys, acked))
  count('stored, but never sent', notIn(sent, keys))
  count('stored under a wrong key', rows.filter(({ key, digest }) => key !== digest).length)
  count('stored twice', rows.filter(({ alike }) => alike > 1).length)
  const handled = rows.filter(({ handling }) => handling === 'handled').length
  count('stored, but not handled', rows.length - handled)
  count('quarantined, though genuine', other?.quarantined ?? Number.NaN)
  return { problems, sent: sent.size, acked: acked.size, stored: rows.length, handled, lost }
}

const notIn = (known: ReadonlySet<string>, keys: ReadonlySet<string>) =>
  [...keys].filter((key) => !known.has(key)).length

const canaries = {
  ...personal,
  secret: constants.secretPrefix,
  signature: constants.signaturePrefix,
  // The name of a member, however often its quotes are escaped.
  body: 'destinationCountry',
}

/**
 * Names of what must never be in a log or an error and is in one of these texts: personal data,
 * secrets, signatures, bodies.
 */
export function findLeaks(texts: readonly string[]): string[] {
  return Object.entries(canaries)
    .filter(([, canary]) => texts.some((text) => text.includes(canary)))
    .map(([name]) => name)
}
