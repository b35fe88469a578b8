import { changing, type FaultyServer, faulty } from './fixture.ts'

/** Servers whose success is none. */
export const answerFaults: readonly FaultyServer[] = [
  faulty(
    'sends a country with a member more',
    { rule: '2.1.minimal', breaks: ['country-members'] },
    {
      success: (body) => ({
        ...body,
        result: body.result.map((country) => ({ ...country, phonePrefix: '+91' })),
      }),
    },
  ),
  faulty(
    'sends a country without its currency',
    { rule: '2.1.minimal', breaks: ['country-members'] },
    {
      success: (body) => ({ ...body, result: body.result.map(({ currency: _, ...rest }) => rest) }),
    },
  ),
  faulty(
    'sends codes in small letters',
    { rule: 'D-022', breaks: ['country-formats'] },
    {
      success: (body) => ({
        ...body,
        result: body.result.map((country) => ({
          ...country,
          isoCode: country.isoCode.toLowerCase(),
        })),
      }),
    },
  ),
  faulty(
    'sends the status as text',
    { rule: '2.2.status', breaks: ['envelope-status'] },
    { success: (body) => ({ ...body, status: 'true' }) },
  ),
  faulty(
    'leaves statusCode out',
    { rule: '2.2.statusCode', breaks: ['envelope-status-code'] },
    { success: ({ statusCode: _, ...body }) => body },
  ),
  faulty(
    'sends the countries as an object',
    { rule: '2.2.result', breaks: ['envelope-result'] },
    { success: (body) => ({ ...body, result: { ...body.result } }) },
  ),
  faulty(
    'adds to the envelope',
    { rule: 'D-026', breaks: ['envelope-members'] },
    { success: (body) => ({ ...body, page: 1 }) },
  ),
  faulty(
    'says that its JSON is HTML',
    { rule: '4.1.success', breaks: ['success-is-json'] },
    {
      finish: changing(200, ({ headers, ...rest }) => ({
        ...rest,
        headers: { ...headers, 'content-type': 'text/html' },
      })),
    },
  ),
  faulty(
    'sends the list again though the caller has it',
    { rule: 'D-022', breaks: ['entity-tag'] },
    { finish: changing(304, (answered) => ({ ...answered, status: 200 })) },
  ),
  faulty(
    'takes any method',
    { rule: '4.1.method', breaks: ['other-method'] },
    { allowsMethod: () => true },
  ),
  faulty(
    'refuses queries',
    { rule: 'D-026', breaks: ['unknown-query', 'documented-statuses'] },
    {
      finish: (answered, request) =>
        request.url?.includes('conformance=') ? { ...answered, status: 400 } : answered,
    },
  ),
]
