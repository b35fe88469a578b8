import { rightParts } from './faulty-server.ts'
import { changing, type FaultyServer, faulty, without } from './fixture.ts'

const limitHeaders = ['limit-headers-of-200', 'limit-headers-of-401', 'limit-headers-of-403']
/** What else looks at the rate limit headers. */
const limitReaders = ['unknown-path', 'limit-answer']
const envelopes = ['error-envelope-of-401', 'error-envelope-of-403', 'unknown-path']

/** Servers whose limits and errors are wrong. */
export const limitFaults: readonly FaultyServer[] = [
  faulty(
    'calls the rate limit headers by other names',
    { rule: '4.1.rule1', breaks: [...limitHeaders, ...limitReaders] },
    {
      limitHeaders: ({ used, quota }) => ({
        'x-ratelimit-limit': String(quota),
        'x-ratelimit-remaining': String(Math.max(0, quota - used)),
      }),
    },
  ),
  faulty(
    'sends no rate limit headers',
    { rule: '4.1.rule1', breaks: [...limitHeaders, ...limitReaders] },
    { limitHeaders: () => ({}) },
  ),
  faulty(
    'sends no rate limit headers with a 401',
    { rule: '4.1.rule1', breaks: ['limit-headers-of-401'] },
    { finish: without('ratelimit', 401) },
  ),
  faulty(
    'does not count',
    { rule: 'D-015', breaks: ['limit-counts', 'limit-answer', 'limit-enforced'] },
    { limitHeaders: ({ quota }) => rightParts.limitHeaders({ used: 0, quota }) },
  ),
  faulty(
    'never enforces the limit',
    { rule: '7.429', breaks: ['limit-enforced'] },
    { enforces: false },
  ),
  faulty(
    'does not say when to call again',
    { rule: 'D-015', breaks: ['limit-answer'] },
    { finish: without('retry-after', 429) },
  ),
  faulty(
    'sends errors in a form of its own',
    { rule: 'D-016', breaks: envelopes },
    {
      finish: (answered) =>
        answered.status < 400 ? answered : { ...answered, body: { message: 'Refused.' } },
    },
  ),
  faulty(
    'says another status in the error envelope',
    { rule: 'D-016', breaks: ['error-envelope-of-401'] },
    {
      finish: changing(401, (answered) => ({
        ...answered,
        body: { ...(answered.body as object), statusCode: 400 },
      })),
    },
  ),
  faulty(
    'answers every path',
    { rule: 'D-016', breaks: ['unknown-path'] },
    { allowsPath: (path) => path.startsWith('/api/') },
  ),
]
