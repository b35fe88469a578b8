import { createHash } from 'node:crypto'
import { type CountryList, constants, operations } from '@partner-platform/types'
import type { Answer } from '../contract/handler.ts'
import { headerName } from '../contract/header-name.ts'
import { Serialized } from '../contract/serialized.ts'
import { countries } from '../countries/countries.ts'
import type { providedHeaders } from '../limits/rate-limit-headers.ts'

type ListCountries = Answer<typeof operations.listCountries, (typeof providedHeaders)[number]>

const list: CountryList = { status: true, statusCode: 200, result: [...countries] }
const body = new Serialized(list)
const { 200: success } = operations.listCountries.responses
const headers = {
  [headerName(success, 'EntityTag')]:
    `"${createHash('sha256').update(body.bytes).digest('base64url')}"`,
  [headerName(success, 'CacheControl')]: `private, max-age=${constants.countriesMaxAgeSeconds}`,
}

/**
 * Answers with all countries; the bytes are made once, when the server starts. A conditional request
 * is answered in full, as the contract has no 304.
 * @see specs/decisions/ D-022
 */
export const listCountries = (): ListCountries => ({ status: list.statusCode, headers, body })
