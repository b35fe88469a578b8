import { constants, operations } from '@partner-platform/types'
import type { Handler } from '../contract/handler.ts'
import { headerName } from '../contract/header-name.ts'
import type { CountryCatalog, PreparedCountries } from '../countries/country-catalog.ts'
import { matchesEntityTag } from '../http/matches-entity-tag.ts'
import { whenKnown } from '../when-known.ts'
import type { partnerSurface } from './partner-surface.ts'
import type { providedHeaders } from './provided-headers.ts'

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
 * Answers with the countries, or with 304 to a caller that has them already.
 * @see specs/decisions/ D-022
 */
export function createListCountries(catalog: CountryCatalog): ListCountries {
  return ({ headers: asked }) => {
    const answer = ({ body, entityTag }: PreparedCountries) => {
      const headers = { [entityTagName]: entityTag, [cacheControlName]: cacheControl }
      const known = asked['If-None-Match']
      if (known !== undefined && matchesEntityTag(known, entityTag)) {
        return { status: 304, headers } as const
      }
      return { status: 200, headers, body } as const
    }
    return whenKnown(catalog(), answer)
  }
}
