import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { specsFolder } from '../src/folders.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'
import { readReleases } from '../src/pages/release-pages.ts'
import { toSidebar } from '../src/pages/sidebar.ts'
import { toMarkdownFiles } from '../src/write-markdown.ts'
import { bundled, pages } from './all-pages.ts'

const current = Object.fromEntries(
  bundled.filter(({ isContract }) => isContract).map(({ id, bundle }) => [id, bundle]),
)
const older = {
  ...JSON.parse(JSON.stringify(current.openapi).replaceAll('D-015', 'D-099')),
  info: { title: 'Partner API', version: '1.9.0' },
}
const changes = `## major: 1.9.0 → 1.10.0

### Breaking

- **caller:** no longer required: \`currency\` (\`openapi.json:5#/required\`). Keep it (D-026).
`
const releases = [
  { version: '1.10.0', bundles: current, changes },
  { version: '1.9.0', bundles: { ...current, openapi: older }, changes: undefined },
]
const all = gatherPages({ documents: bundled, specs: specsFolder(), releases })
const bodyOf = (slug: string) => all.find((page) => page.slug === slug)?.body

it('has the reference of each version that differs from the current one', () => {
  const added = all
    .map(({ slug }) => slug)
    .filter((slug) => !pages.some((one) => one.slug === slug))
  expect(added).toContain('reference/v1.9.0/openapi/operations/list-countries')
  expect(added.filter((slug) => !slug.startsWith('reference/v1.9.0/openapi'))).toEqual([])
})

it('links the current version to older ones and back, and lists them separately', () => {
  expect(bodyOf('reference/openapi')).toMatch(
    /^\*\*Released versions of specs:\*\* \[1\.9\.0\]\(\/reference\/v1\.9\.0\/openapi\/\)\n/,
  )
  expect(bodyOf('reference/v1.9.0/openapi')).toMatch(
    /^> \*\*Version 1\.9\.0 of specs\.\*\* \[Current documents\]\(\/reference\/openapi\/\)\n/,
  )
  expect(bodyOf('reference/asyncapi')).toBe(
    pages.find(({ slug }) => slug === 'reference/asyncapi')?.body,
  )
  expect(bodyOf('reference/v1.9.0/openapi/operations/list-countries')).toContain(
    '<code>D-099</code>',
  )
  expect(JSON.stringify(all)).not.toContain('/decisions/d-099/')
  const groups = toSidebar(all, bundled).filter(({ label }) => label === 'Released versions')
  expect(JSON.stringify(groups)).toContain('Partner API (specs 1.9.0)')
  const files = toMarkdownFiles(all)
  expect(files.get('llms.txt')).toContain('v1.9.0')
  expect(files.get('llms-full.txt')).not.toContain('1.9.0 of specs')
})

it('reads what the releases wrote, and says in the changelog what changed, newest first', () => {
  expect(bodyOf('changelog')).toContain(
    [
      '## The contract in specs 1.10.0\n\nThis is a major change.\n',
      '### <span class="badge badge-breaking">Breaking</span>\n',
      '- **caller:** no longer required: `currency`. Keep it ([D-026](/decisions/d-026/)).\n',
      '## The contract in specs 1.9.0\n\nThe first version.',
    ].join('\n'),
  )
  const files = releases.flatMap(({ version, bundles, changes }) =>
    [
      ...Object.entries(bundles).map(([id, bundle]) => [`${id}.json`, JSON.stringify(bundle)]),
      ...(changes ? [['changes.md', changes]] : []),
    ].map(([name, text]) => [`${version}/${name}`, text]),
  )
  expect(readReleases(temporaryFolder(Object.fromEntries(files)), bundled)).toEqual(releases)
  expect(readReleases('/missing', bundled)).toEqual([])
})
