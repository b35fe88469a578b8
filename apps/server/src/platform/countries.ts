import type { Orm } from '@partner-platform/database'
import type { Country } from '@partner-platform/types'
import { eq } from 'drizzle-orm'
import { countries } from '../countries/countries.ts'
import { announce } from '../store/channels.ts'
import { unsupportedCountries } from '../store/schema.ts'
import type { PlatformContext } from './platform-context.ts'
import { type Refusal, refuse } from './refusal.ts'

/** A country, and whether partners get it. */
export type CountrySupport = { country: Country; supported: boolean }

/** Every country that the server knows, by name. */
export async function listCountrySupport(orm: Orm): Promise<CountrySupport[]> {
  const rows = await orm.select().from(unsupportedCountries)
  const unsupported = new Set(rows.map(({ isoCode }) => isoCode))
  return countries.map((country) => ({ country, supported: !unsupported.has(country.isoCode) }))
}

/** Puts a country on the list for partners, or takes it off. */
export async function replaceCountrySupport(
  { isoCode, supported }: { isoCode: string; supported: boolean },
  { tx }: Pick<PlatformContext, 'tx'>,
): Promise<{ ok: true; support: CountrySupport } | Refusal<'not-found'>> {
  const country = countries.find((one) => one.isoCode === isoCode)
  if (!country) return refuse('not-found')
  await (supported
    ? tx.delete(unsupportedCountries).where(eq(unsupportedCountries.isoCode, isoCode))
    : tx.insert(unsupportedCountries).values({ isoCode }).onConflictDoNothing())
  await announce(tx, 'access')
  return { ok: true, support: { country, supported } }
}
