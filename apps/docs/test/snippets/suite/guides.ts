import { expect, it } from 'vitest'
import { snippetsOf } from '../read-snippets.ts'
import { runSnippet } from '../start-snippet.ts'

it.each([
  ['D-016', 'errors', ['null', 'The body is HTML.']],
  ['D-003', 'signatures', ['{ ok: true }']],
  [
    'D-023',
    'tolerant-reading',
    ['undefined', "Set(4) { '/remarks', '/applicant/phone', '/uuid', '/visa/uuid' }"],
  ],
])('%s the guide on %s prints what it says', async (_, guide, want) => {
  const [snippet] = snippetsOf(`guides/${guide}`, '')
  if (!snippet) throw new Error('The guide has no snippet.')
  const { code, lines, stderr } = await runSnippet(snippet, { env: {} })
  expect([code, stderr]).toEqual([0, ''])
  expect(lines).toEqual(want)
})
