import { constants, operations } from '@partner-platform/types'
import type { Handler } from '../contract/handler.ts'
import { headerName } from '../contract/header-name.ts'
import type { CountryCatalog } from '../countries/country-catalog.ts'
import { matchesEntityTag } from '../http/matches-entity-tag.ts'
import type { partnerSurface, providedHeaders } from './partner-surface.ts'

type ListCountries = Handler<
  typeof partnerSurface,
  'listCountries',
  (typeof providedHeaders)[number]
>

const { 200: success } = operations.listCountries.responses
const entityTagName = headerName(success, 'EntityTag')
const cacheControlName = headerName(success, 'CacheControl')
const cacheControl = `private, max-age=${constants.countriesMaxAgeSeconds}`

/**
 * Answers with the countries, or with 304 if the caller has the current list.
 * @see specs/decisions/ D-022
 */
export const createListCountries =
  (catalog: CountryCatalog): ListCountries =>
  async ({ headers: { 'If-None-Match': known } }) => {
    const { body, entityTag } = await catalog()
    const headers = { [entityTagName]: entityTag, [cacheControlName]: cacheControl }
    const isKnown = known !== undefined && matchesEntityTag(known, entityTag)
    return isKnown ? { status: 304, headers } : { status: 200, headers, body }
  }
