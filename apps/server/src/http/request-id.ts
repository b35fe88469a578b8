import { operations } from '@partner-platform/types'
import { headerName } from '../contract/header-name.ts'
import { type Random, randomText } from '../random.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The header that names the request of every response.
 * @see specs/decisions/ D-016
 */
export const requestIdName = headerName(operations.listCountries.responses[200], 'RequestId')

/** A new identifier of a request; always of one length, as it must not change the size of an answer. */
export const createRequestId = (random: Random) => `req_${randomText(crockford, 26, random)}`
