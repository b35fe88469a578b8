import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rsort } from 'semver'
import type { Bundle, BundledDocument } from '../documents.ts'
import { addressOf, type Page } from '../page.ts'
import { renderReference } from '../reference/render-reference.ts'
import { linkDecisions } from './decision-pages.ts'

/** The contract as a release published it. */
export interface Release {
  /** The version of the package `specs`. */
  version: string
  bundles: Record<string, Bundle>
  /** What changed since the previous version: Markdown, with headings of levels 2 and 3. */
  changes: string | undefined
}

/** The released versions, newest first. */
export const listVersions = (folder: string): string[] =>
  existsSync(folder) ? rsort(readdirSync(folder)) : []

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

/** The reference of each release that differs from the current documents. Each page links to these. */
export const readReleasedPages = (releases: Release[], documents: BundledDocument[]): Page[] =>
  releases.flatMap(({ version, bundles }) =>
    documents
      .filter(({ id, bundle }) => id in bundles && !isSame(bundles[id], bundle))
      .flatMap((document) => {
        const id = `v${version}/${document.id}`
        const note = `> **Version ${version} of specs.** [Current documents](/reference/${document.id}/)`
        return renderReference({ ...document, id, bundle: bundles[document.id] ?? {} }).map(
          (page) => ({
            ...page,
            title: `${page.title} (specs ${version})`,
            isReleased: true,
            body: `${note}\n\n${page.body}`,
          }),
        )
      }),
  )

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
  releases.map(({ version, changes }) => {
    const title = `## The contract in specs ${version}`
    if (changes === undefined) return `${title}\n\nThe first version.`
    const [, level, rest = ''] = /^## (\w+): .*\n([\s\S]*)$/.exec(changes) ?? []
    const entries = linkDecisions(rest.trimEnd())
      // Leaves out the places in the bundled documents.
      .replaceAll(/ \(`[^`\n]+\.json:\d+#[^`\n]*`\)/g, '')
      .replaceAll(
        /^### (\w+)$/gm,
        (_, kind: string) => `### <span class="badge badge-${kind.toLowerCase()}">${kind}</span>`,
      )
    return `${title}\n\n${level === 'none' ? 'The documents did not change.' : `This is a ${level} change.`}\n${entries}`
  })
