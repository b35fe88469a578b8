import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rsort, valid } from 'semver'
import type { Bundle, BundledDocument } from '../documents.ts'
import { addressOf, type Page } from '../page.ts'
import { renderReference } from '../reference/render-reference.ts'

/** The contract as a release published it. */
export interface Release {
  /** The version of the package `specs`. */
  version: string
  bundles: Record<string, Bundle>
  /** What changed since the previous version: Markdown, with headings of level 3. */
  changes: string | undefined
}

/** The released versions, newest first. Other files, such as `.DS_Store`, are ignored. */
export const listVersions = (folder: string): string[] =>
  existsSync(folder) ? rsort(readdirSync(folder).filter((name) => valid(name) !== null)) : []

/** The releases, newest first. */
export const readReleases = (folder: string, documents: BundledDocument[]): Release[] =>
  listVersions(folder).map((version) => {
    const read = (name: string) => readFileSync(join(folder, version, name), 'utf8')
    const ids = documents.filter(({ isContract }) => isContract).map(({ id }) => id)
    return {
      version,
      bundles: Object.fromEntries(ids.map((id) => [id, JSON.parse(read(`${id}.json`))])),
      changes: existsSync(join(folder, version, 'changes.md')) ? read('changes.md') : undefined,
    }
  })

/**
 * The reference of each release that differs from the current documents. Each page links to the same page in
 * every other version, or to the overview of a version that has no such page.
 */
export function readReleasedPages(
  releases: Release[],
  { documents, current }: { documents: BundledDocument[]; current: Page[] },
): Page[] {
  const read = releases.flatMap(({ version, bundles }) =>
    documents
      .filter(({ id, bundle }) => id in bundles && !isSame(bundles[id], bundle))
      .map((document) => {
        const { id } = document
        const bundle = bundles[id] ?? {}
        const pages = renderReference({ ...document, id: `v${version}/${id}`, bundle })
        return { id, version, bundle, pages }
      }),
  )
  const slugs = new Set([...current, ...read.flatMap(({ pages }) => pages)].map(({ slug }) => slug))
  return read.flatMap(({ id, version, bundle, pages }) =>
    pages.map((page) => {
      const link = (text: string, folder: string) => {
        const same = page.slug.replace(`v${version}/`, folder)
        const slug = slugs.has(same) ? same : `reference/${folder}${id}`
        return `[${text}](${addressOf({ slug })})`
      }
      const others = read.filter((one) => one.id === id && one.version !== version)
      const links = others.map((one) => link(`specs ${one.version}`, `v${one.version}/`))
      const note = `> **${nameVersions(version, [bundle])}.** ${[link('Current version', ''), ...links].join(', ')}`
      return {
        ...page,
        title: `${page.title} (specs ${version})`,
        isReleased: true,
        body: `${note}\n\n${page.body}`,
      }
    }),
  )
}

/** The version of the contract, and that of the package that carries it. */
function nameVersions(version: string, bundles: Bundle[]): string {
  const own = new Set(bundles.map(({ info }) => (info as { version: string }).version))
  return `Contract ${[...own].join(' and ')} in specs ${version}`
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The overview page of a document with links to its other versions, if there are any. */
export function addVersions(page: Page, released: Page[]): Page {
  const [, id] = /^reference\/(\w+)$/.exec(page.slug) ?? []
  const links = released.flatMap((one) => {
    const [, version, own] = /^reference\/v([^/]+)\/(\w+)$/.exec(one.slug) ?? []
    return own !== undefined && own === id ? [`[${version}](${addressOf(one)})`] : []
  })
  if (links.length === 0) return page
  return { ...page, body: `**Released versions of specs:** ${links.join(', ')}\n\n${page.body}` }
}

/** What changed in each release of the contract, with a badge for each kind of change. */
export const toContractChanges = (releases: Release[]): string[] =>
  releases.map(({ version, bundles, changes = 'The first version.' }) => {
    const text = changes.replaceAll(
      /^### (\w+)$/gm,
      (_, kind: string) => `### <span class="badge badge-${kind.toLowerCase()}">${kind}</span>`,
    )
    return `## ${nameVersions(version, Object.values(bundles))}\n\n${text.trim()}`
  })

/** The texts of changesets, below a heading for each package or group of packages that they name. */
export function toPendingChanges(changesets: string[]): string[] {
  const entries = changesets.map((changeset) => {
    const [, head = '', ...text] = changeset.split(/^---$/m)
    const packages = Array.from(head.matchAll(/^['"](.+)['"]:/gm), ([, name]) => name)
    return { heading: packages.toSorted().join(', '), text: text.join('---').trim() }
  })
  const groups = Object.entries(Object.groupBy(entries, ({ heading }) => heading)).toSorted()
  const parts = groups.flatMap(([heading, own = []]) => [
    `### ${heading}`,
    ...own.map(({ text }) => text),
  ])
  return parts.length === 0 ? [] : ['## Not released yet', ...parts]
}
