import { expect, it } from 'vitest'
import { DocsError } from '../src/errors.ts'
import { specsFolder } from '../src/folders.ts'
import { createFigures } from '../src/pages/figures.ts'

const values = {
  pauseSeconds: 60,
  retentionSeconds: 2_592_000,
  delaysSeconds: [0, 5, 3600],
  patienceMs: 5000,
  limitBytes: 65_536,
  oddBytes: 1500,
  shareRatio: 0.2,
  rows: 1000,
  answers: { accepted: 202 },
  prefix: 'whsec_',
}
const constants = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, { value }]),
)
const fill = createFigures({ bundles: [{ 'x-constants': constants }, {}], specs: specsFolder() })

it.each([
  ['{{pauseSeconds}}', '60 seconds'],
  ['{{retentionSeconds}}', '30 days'],
  ['{{delaysSeconds}}', '0 seconds, 5 seconds, 1 hour'],
  ['{{patienceMs}}', '5 seconds'],
  ['{{limitBytes}}', '64 KiB'],
  ['{{oddBytes}}', '1500 bytes'],
  ['{{shareRatio}}', '20%'],
  ['{{rows}}', '1,000'],
  ['{{raw rows}}', '1000'],
  ['{{answers.accepted}}', '202'],
  ['{{prefix}}', 'whsec_'],
])('writes %s as %s', (asked, wanted) => {
  expect(fill(`<${asked}>`, 'page.md')).toBe(`<${wanted}>`)
})

it('says that nothing is published until the first release', () => {
  const fillReleased = createFigures({ bundles: [], specs: specsFolder(), isReleased: true })
  expect(fillReleased('{{notPublished}}{{notPublic}}', 'page.md')).toBe('')
  const fillBefore = createFigures({ bundles: [], specs: specsFolder(), isReleased: false })
  expect(fillBefore('{{notPublished}}', 'page.md')).toContain('`npx pnpm@12 tarballs`')
  expect(fillBefore('{{notPublic}}', 'page.md')).toContain('Not public yet.')
})

it('shows an example of the contract', () => {
  const shown = fill('{{example error-response/valid/forbidden}}', 'page.md')
  expect(JSON.parse(shown)).toMatchObject({ statusCode: 403 })
})

it.each(['{{gone}}', '{{answers.gone}}', '{{raw gone}}', '{{example gone/valid/gone}}'])(
  'refuses %s and names the page',
  (asked) => {
    expect(() => fill(asked, 'page.md')).toThrow(DocsError)
    expect(() => fill(asked, 'page.md')).toThrow(/page\.md names \{\{/)
  },
)
