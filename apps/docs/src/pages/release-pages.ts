import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle, BundledDocument } from '../documents.ts'
import { addressOf, type Page } from '../page.ts'
import { renderReference } from '../reference/render-reference.ts'

/** The contract as a release published it. */
export interface Release {
  /** Of the package `specs`. */
  version: string
  bundles: Record<string, Bundle>
  /** What changed since the version before: Markdown, with headings of levels 2 and 3. */
  changes: string | undefined
}

/** The released versions, the newest first. */
export function readReleases(folder: string, documents: BundledDocument[]): Release[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
    .map((version) => {
      const read = (name: string) => readFileSync(join(folder, version, name), 'utf8')
      const ids = documents.filter(({ isContract }) => isContract).map(({ id }) => id)
      return {
        version,
        bundles: Object.fromEntries(ids.map((id) => [id, JSON.parse(read(`${id}.json`))])),
        changes: existsSync(join(folder, version, 'changes.md')) ? read('changes.md') : undefined,
      }
    })
}

/** The reference of each older version. Each page leads to the current version. */
export const readOlderPages = (releases: Release[], documents: BundledDocument[]): Page[] =>
  releases.flatMap(({ version, bundles }) =>
    documents
      .filter(({ id, bundle }) => id in bundles && !isSame(bundles[id], bundle))
      .flatMap((document) => {
        const id = `v${version}/${document.id}`
        const note = `> **Older version: specs ${version}.** [Current version](/reference/${document.id}/)`
        return renderReference({ ...document, id, bundle: bundles[document.id] ?? {} }).map(
          (page) => ({ ...page, isOlder: true, body: `${note}\n\n${page.body}` }),
        )
      }),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The overview page of a document with links to its older versions, if there are any. */
export function addVersions(page: Page, older: Page[]): Page {
  const [, id] = /^reference\/(\w+)$/.exec(page.slug) ?? []
  const links = older.flatMap((one) => {
    const [, version, own] = /^reference\/v([^/]+)\/(\w+)$/.exec(one.slug) ?? []
    return own !== undefined && own === id ? [`[${version}](${addressOf(one)})`] : []
  })
  if (links.length === 0) return page
  return { ...page, body: `**Older versions of specs:** ${links.join(', ')}\n\n${page.body}` }
}

/** What changed in each version of the contract, with a badge for each kind of change. */
export const toContractChanges = (releases: Release[]): string[] =>
  releases.map(({ version, changes }) => {
    if (changes === undefined) return `## The contract in specs ${version}\n\nThe first version.`
    const marked = changes.replaceAll(
      /^### (\w+)$/gm,
      (_, kind: string) => `### <span class="badge badge-${kind.toLowerCase()}">${kind}</span>`,
    )
    return marked.replace(/^## .*$/m, `## The contract in specs ${version}`)
  })
