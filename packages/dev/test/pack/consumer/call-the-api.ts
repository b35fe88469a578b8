import { createClient } from '@partner-platform/client'
import type { Country } from '@partner-platform/types'

const client = createClient({
  baseUrl: 'https://api.partner-platform.example',
  apiKey: 'ppk_dev_anything',
  fetch: async () =>
    Response.json({
      status: true,
      statusCode: 200,
      result: [
        {
          uuid: '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11',
          name: 'India',
          isoCode: 'IN',
          currency: 'INR',
        },
      ],
    }),
})

export async function firstCountry(): Promise<Country | undefined> {
  const result = await client.listCountries()
  return result.status === 200 ? result.data.result[0] : undefined
}
