import type { Country } from '@partner-platform/types'
import currencies from 'country-to-currency'
import { iso31661 } from 'iso-3166'
import { toCountryUuid } from './country-uuid.ts'

const byName = new Intl.Collator('en')

/** Every country of ISO 3166-1 with its ISO 4217 currency, sorted by name. */
export const countries: readonly Country[] = iso31661
  .map(({ alpha2, name }) => ({
    uuid: toCountryUuid(alpha2),
    name,
    isoCode: alpha2,
    currency: currencyOf(alpha2),
  }))
  .sort((one, other) => byName.compare(one.name, other.name))

function currencyOf(alpha2: string): string {
  const currency = (currencies as Readonly<Record<string, string>>)[alpha2]
  if (currency) return currency
  throw new Error(
    `Currency of ${alpha2} is missing: expected one in country-to-currency, received none. Update that package with iso-3166.`,
  )
}
