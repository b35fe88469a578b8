import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { specsFolder } from '../src/folders.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'
import { readReleases, toPendingChanges } from '../src/pages/release-pages.ts'
import { toSidebar } from '../src/pages/sidebar.ts'
import { toMarkdownFiles } from '../src/write-markdown.ts'
import { bundled, pages } from './all-pages.ts'

const current = Object.fromEntries(
  bundled.filter(({ isContract }) => isContract).map(({ id, bundle }) => [id, bundle]),
)
const older = {
  ...JSON.parse(JSON.stringify(current.openapi).replaceAll('D-015', 'D-099')),
  info: { title: 'Partner API', version: '1.0.1' },
}
const changes = `This is a major change.

### Breaking

- \`country\`: no longer required: \`currency\`. **Breaking for callers.**

### Compatible

- \`submission\`: the field \`note\` is new. **Safe for receivers.**
`
const releases = [
  { version: '1.10.0', bundles: current, changes },
  { version: '1.9.0', bundles: { ...current, openapi: older }, changes: undefined },
]
const all = gatherPages({ documents: bundled, specs: specsFolder(), releases })
const markdown = toMarkdownFiles(all)
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
    /^> \*\*Contract 1\.0\.1 in specs 1\.9\.0\.\*\* \[Current version\]\(\/reference\/openapi\/\)\n/,
  )
  expect(bodyOf('reference/asyncapi')).toBe(
    pages.find(({ slug }) => slug === 'reference/asyncapi')?.body,
  )
  expect(bodyOf('reference/v1.9.0/openapi/operations/list-countries')).toContain(
    '<code>D-099</code>',
  )
  expect(JSON.stringify(all)).not.toContain('/decisions/d-099/')
  const groups = toSidebar(all, bundled).filter(({ label }) => label === 'Released versions')
  expect(groups).toMatchObject([
    {
      items: [
        {
          label: 'specs 1.9.0',
          items: [
            {
              label: 'Partner Platform API',
              items: expect.arrayContaining([expect.objectContaining({ label: 'Overview' })]),
            },
          ],
        },
      ],
    },
  ])
  expect(markdown.get('llms.txt')).toContain('v1.9.0')
  expect(markdown.get('llms-full.txt')).not.toContain('in specs 1.9.0.**')
})

it('links each page of a release to the same page in other versions, or to their overview', () => {
  const oldest = {
    ...older,
    paths: {
      ...older.paths,
      '/gone': { get: { operationId: 'gone', responses: { 204: { description: 'Gone.' } } } },
    },
  }
  const more = [...releases, { version: '1.8.0', bundles: { openapi: oldest }, changes: undefined }]
  const found = gatherPages({ documents: bundled, specs: specsFolder(), releases: more })
  const linksOf = (slug: string) =>
    found
      .find((page) => page.slug === `reference/${slug}`)
      ?.body.split('\n')[0]
      ?.replace(/^> \*\*.*?\*\* /, '')
  expect(linksOf('v1.8.0/openapi/operations/list-countries')).toBe(
    '[Current version](/reference/openapi/operations/list-countries/), [specs 1.9.0](/reference/v1.9.0/openapi/operations/list-countries/)',
  )
  expect(linksOf('v1.9.0/openapi/schemas')).toBe(
    '[Current version](/reference/openapi/schemas/), [specs 1.8.0](/reference/v1.8.0/openapi/schemas/)',
  )
  expect(linksOf('v1.8.0/openapi/operations/gone')).toBe(
    '[Current version](/reference/openapi/), [specs 1.9.0](/reference/v1.9.0/openapi/)',
  )
})

it('reads what the releases wrote, and says in the changelog what changed, newest first', () => {
  expect(bodyOf('changelog')).toContain(
    [
      '## Contract 1.0.0 in specs 1.10.0\n\nThis is a major change.\n',
      '### <span class="badge badge-breaking">Breaking</span>\n',
      '- `country`: no longer required: `currency`. **Breaking for callers.**\n',
      '### <span class="badge badge-compatible">Compatible</span>\n',
      '- `submission`: the field `note` is new. **Safe for receivers.**\n',
      '## Contract 1.0.1 and 1.0.0 in specs 1.9.0\n\nThe first version.',
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

it('writes the changelog without HTML in the Markdown files', () => {
  for (const name of ['changelog/index.md', 'llms-full.txt']) {
    expect(markdown.get(name)).toContain('\n### Breaking\n\n- `country`: ')
    expect(markdown.get(name)).toContain('\n### Compatible\n\n- `submission`: ')
    expect(markdown.get(name)).not.toContain('class="badge')
  }
})

it('groups unreleased changes by package', () => {
  const changesets = [
    "---\n'types': minor\n'client': patch\n---\n\nBoth.\n",
    '---\n\n"types": minor\n---\n\nOne.\n\n---\n\nMore.\n',
    "---\n'client': patch\n'types': patch\n---\n\nBoth again.\n",
  ]
  expect(toPendingChanges(changesets)).toEqual([
    '## Not released yet',
    ...['### client, types', 'Both.', 'Both again.'],
    ...['### types', 'One.\n\n---\n\nMore.'],
  ])
  expect(toPendingChanges([])).toEqual([])
})
