import { expect, it } from 'vitest'
import { snippets } from '../read-snippets.ts'
import { runSnippet } from '../start-snippet.ts'

it.each([
  [
    'D-016',
    'Errors without the envelope',
    ['403 null The body is HTML.', '401 null The body is empty.'],
  ],
  ['D-022', 'JSON without its media type', ['Content-Type is text/plain']],
  [
    'D-023',
    'A link that is shown as text',
    [
      'link: https://visa.example/feedback/1',
      'text: javascript:alert(1)',
      'text: data:text/html,hi',
      'text: https://bank.example@evil.example/',
    ],
  ],
  [
    'D-023',
    'One instant, three spellings',
    ['1749902400000', '1749902400000', '1749902400000', 'undefined'],
  ],
  ['D-003', 'Plain-text secrets, upper-case digits, rotation', ['{ ok: true }']],
  [
    'D-023',
    'A submission with departures',
    ['undefined', "Set(4) { '/remarks', '/applicant/phone', '/uuid', '/visa/uuid' }"],
  ],
  [
    'D-022',
    'A list with odd rows',
    [
      'India',
      '/result/0/isoCode expected a string that matches ^[A-Z]{2}$, received a string of 3 characters',
      '/result/1/currency expected a string, received null',
    ],
  ],
  [
    'D-008',
    'A verified event without a submission',
    [
      "true invalid-payload { event: 'submission.updated' }",
      '/timestamp is required, but missing',
      '202',
    ],
  ],
  ['D-015', 'A call that is refused, then answered', ['429 12', 'India,United Arab Emirates']],
  [
    'D-001',
    'A signed webhook, then a forged one',
    ['VISA_GRANTED', '202', 'signature-mismatch', '401'],
  ],
])('%s the snippet “%s” prints what its guide says', async (_, title, want) => {
  const snippet = snippets.find((one) => one.title === title)
  if (!snippet) throw new Error(`No guide has the snippet ${title}.`)
  // MSW looks for a `localStorage`, which Node 26 warns about.
  const env = { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
  const { code, lines, stderr } = await runSnippet(snippet, { env })
  expect([code, stderr]).toEqual([0, ''])
  expect(lines).toEqual(want)
})
