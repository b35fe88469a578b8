import { createHash } from 'node:crypto'
import type { Country } from '@partner-platform/types'
import currencies from 'country-to-currency'
import { iso31661 } from 'iso-3166'

/** The UUID namespace of countries. Changing it changes every country's `uuid`. */
const namespace = Buffer.from('5f7c2d0e9a414b1d8f0e6c3b2a190d47', 'hex')

/** A version 5 UUID of the alpha-2 code, so that it never changes. */
function toCountryUuid(alpha2: string): string {
  const bytes = createHash('sha1').update(namespace).update(alpha2).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

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
    `country-to-currency has no currency for ${alpha2}. Update that package together with iso-3166.`,
  )
}
