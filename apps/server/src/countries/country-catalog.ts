import { createHash } from 'node:crypto'
import type { Database } from '@partner-platform/database'
import type { CountryList } from '@partner-platform/types'
import { Serialized } from '../contract/serialized.ts'
import { keepFresh } from '../store/keep-fresh.ts'
import type { Freshness } from '../store/watch-changes.ts'
import { countries } from './countries.ts'

/** The list as it is sent, serialized once per change. */
export type PreparedCountries = { body: Serialized<CountryList>; entityTag: string }

export type CountryCatalog = () => PreparedCountries | Promise<PreparedCountries>

/** The countries that the service supports, according to the store. */
export function createCountryCatalog(
  database: Pick<Database, 'query'>,
  freshness: Freshness,
): CountryCatalog {
  let newest: PreparedCountries | undefined
  return keepFresh(freshness, async () => {
    const rows = await database.query<{ iso_code: string }>(
      'select iso_code from unsupported_countries',
    )
    const prepared = prepare(new Set(rows.map((row) => row.iso_code)))
    // If only something else changed, keep the bytes and their compressed forms.
    newest = newest?.entityTag === prepared.entityTag ? newest : prepared
    return newest
  })
}

function prepare(unsupported: ReadonlySet<string>): PreparedCountries {
  const result = countries.filter(({ isoCode }) => !unsupported.has(isoCode))
  const body = new Serialized<CountryList>({ status: true, statusCode: 200, result })
  const digest = createHash('sha256').update(body.bytes).digest('base64url')
  // Weak, because it covers the list in every content coding (RFC 9110, 8.8.3.3).
  return { body, entityTag: `W/"${digest}"` }
}
