import type { Database } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { personal } from './create-sender.ts'
import type { Journal } from './drive-deliveries.ts'

type Row = { key: string; digest: string; handling: string; alike: number }

/** Every event, with its digest and the number of events with its effect, read without code of the receiver. */
const allEvents = `
  select storage_key as key, encode(sha256(body), 'hex') as digest, handling,
    (count(*) over (partition by submission_uuid, occurred_at, status))::integer as alike
  from events`

type AuditOptions = { query: Database['query']; journal: Journal }

/**
 * Compares the journal of the load driver with the store. Call it after everything is handled. Returns the
 * broken promises, one sentence each. Counts the deliveries that were sent, got a 2xx (`acked`), or got one
 * but are not stored (`lost`). Counts the events that are stored and handled.
 */
export async function auditInbox({ query, journal }: AuditOptions) {
  const rows = await query<Row>(allEvents)
  const quarantined = await query('select 1 from quarantine')
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
  count('quarantined, though genuine', quarantined.length)
  return { problems, sent: sent.size, acked: acked.size, stored: rows.length, handled, lost }
}

const notIn = (known: ReadonlySet<string>, keys: ReadonlySet<string>) =>
  [...keys].filter((key) => !known.has(key)).length

const canaries = {
  ...personal,
  secret: constants.secretPrefix,
  signature: constants.signaturePrefix,
  // A name without quotes, because those may be escaped.
  body: 'destinationCountry',
}

/** The names of personal data, secrets, signatures and bodies that are in one of these texts. */
export function findLeaks(texts: readonly string[]): string[] {
  return Object.entries(canaries)
    .filter(([, canary]) => texts.some((text) => text.includes(canary)))
    .map(([name]) => name)
}
