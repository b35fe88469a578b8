import { createClient } from '@partner-platform/client'
import { examples } from '@partner-platform/fixtures'
import type { Country } from '@partner-platform/types'

const client = createClient({
  baseUrl: 'https://api.partner-platform.example',
  apiKey: 'ppk_dev_anything',
  fetch: async () => Response.json(examples.CountryList['two-countries']),
})

export async function firstCountry(): Promise<Country | undefined> {
  const result = await client.listCountries()
  return result.status === 200 ? result.data.result[0] : undefined
}
