import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundledDocument } from '../documents.ts'
import { DocsError } from '../errors.ts'
import { packageFolder } from '../folders.ts'
import { type Page, tabs } from '../page.ts'
import { examplesStart } from '../reference/page-writer.ts'
import { renderReference } from '../reference/render-reference.ts'
import { addCalls } from './add-calls.ts'
import { readContentPages } from './content-pages.ts'
import {
  decisionAddress,
  linkMarks,
  listMarkAddresses,
  readDecisionPages,
} from './decision-pages.ts'
import { createFigures } from './figures.ts'
import { readPerformancePage } from './performance-page.ts'
import {
  addVersions,
  type Release,
  readReleasedPages,
  readReleases,
  toContractChanges,
  toPendingChanges,
} from './release-pages.ts'

/**
 * Every page of the site: the hand-written ones, and those generated from the contract and its tests.
 *
 * @throws {DocsError} if a page names something that the contract does not have.
 */
export function gatherPages({
  documents,
  specs,
  releases = readReleases(join(packageFolder, 'releases'), documents),
}: {
  documents: BundledDocument[]
  specs: string
  releases?: Release[]
}): Page[] {
  const bundles = documents.map(({ bundle }) => bundle)
  const written = readContentPages(createFigures({ bundles, specs }))
  const known = listMarkAddresses(specs)
  const withMarks = (page: Page): Page => ({ ...page, body: linkMarks(page.body, known) })
  const current = documents.flatMap(readReferencePages)
  const released = readReleasedPages(releases, { documents, current })
  const references = current.map((page) => addVersions(page, released))
  return [
    ...written,
    ...addCalls(addSamples(references.map(withMarks), written), documents),
    ...released.map(withMarks),
    ...readDecisionPages(specs),
    readTracePage({
      slug: 'traceability',
      description:
        'What the source says, line by line: where the contract cites it, which examples and vectors show it, and which tests cite it.',
    }),
    readTracePage({
      slug: 'open-points',
      description: 'What the source does not show, and the decision that answers each point.',
    }),
    ...readPerformancePage(),
    readChangelogPage(releases),
  ]
}

const referenceOnly =
  '**Reference only.** This is [not part of the partner contract](/operator/), and partners cannot call it.'

const readReferencePages = (document: BundledDocument): Page[] =>
  renderReference(document).map((page) => ({
    ...page,
    source: `specs/${document.file}`,
    body: document.isContract ? page.body : `${referenceOnly}\n\n${page.body}`,
  }))

/**
 * Adds the programs of a written page to the reference pages of the operations and events that they use.
 *
 * @throws {DocsError} if a page names a reference page that is missing, or shows no programs.
 */
function addSamples(pages: Page[], written: Page[]): Page[] {
  for (const { slug, title, samples, body } of written) {
    if (samples === undefined) continue
    const [programs] = body.match(tabs) ?? []
    const words = `[${title}](/${slug}/) explains how to set the variables. These programs are tested.`
    for (const sample of samples) {
      const page = pages.find((one) => one.slug === sample)
      if (!page?.body.includes(examplesStart) || !programs)
        throw new DocsError(
          `samples: ${sample} in ${slug} must name a reference page that has an example. ${slug} needs two titled code fences in a row.`,
        )
      page.body = page.body.replace(
        examplesStart,
        () => `${examplesStart}\n\n${programs.trim()}\n\n${words}`,
      )
    }
  }
  return pages
}

/** A page written by the trace, with its links to repository files replaced by addresses of the site. */
function readTracePage(page: Pick<Page, 'slug' | 'description'>): Page {
  const file = join(packageFolder, 'generated', `${page.slug}.md`)
  const [, title = '', body = ''] = /^\s*# (.+)\n([\s\S]*)$/m.exec(readFileSync(file, 'utf8')) ?? []
  const linked = body
    .replaceAll(
      /\]\([./]*specs\/decisions\/(D-\d{3})[^)]*\)/g,
      (_, id: string) => `](${decisionAddress(id)})`,
    )
    .replaceAll(/\]\((open-points|traceability)\.md\)/g, '](/$1/)')
  return { ...page, title, body: linked.trim() }
}

/** What changed in each version of the contract and each release of the packages, and what comes next. */
function readChangelogPage(releases: Release[]): Page {
  const read = (...pattern: string[]) =>
    globSync(pattern, { cwd: root, exclude: ['.changeset/README.md'] })
      .toSorted()
      .map((file) => readFileSync(join(root, file), 'utf8'))
  const released = read('packages/*/CHANGELOG.md', 'specs/CHANGELOG.md').map((text) =>
    text
      // Neither a hash nor the new version of another package helps a reader.
      .replaceAll(/^(- )[0-9a-f]{7,}: /gm, '$1')
      .replaceAll(/^- Updated dependencies.*\n( {2}- .*\n?)*/gm, '')
      .replaceAll(/^(#+) /gm, '#$1 ')
      .trim(),
  )
  const parts = [
    ...(released.length > 0 ? [] : ['Nothing is released yet.']),
    ...toContractChanges(releases),
    ...released,
    ...toPendingChanges(read('.changeset/*.md')),
  ]
  return {
    slug: 'changelog',
    title: 'Changelog',
    description: 'What changed in the contract and the packages, release by release.',
    body: parts.join('\n\n'),
  }
}

const root = join(packageFolder, '../..')
