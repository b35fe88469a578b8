import { type Random, randomText } from '../random.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new identifier of a request; always of one length, as it must not change the size of an answer. */
export const createRequestId = (random: Random) => `req_${randomText(crockford, 26, random)}`
