import { operations } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'
import { type Random, randomText } from '../random.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The header that carries the request id on every response.
 * @see specs/decisions/ D-016
 */
export const requestIdName = headerName(operations.listCountries.responses[200], 'RequestId')

/** A new request id. Its length is fixed, so that it does not change the size of a response. */
export const createRequestId = (random: Random) => `req_${randomText(crockford, 26, random)}`
