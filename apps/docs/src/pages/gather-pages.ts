import type { BundledDocument } from '../documents.ts'
import type { Page } from '../page.ts'
import { renderReference } from '../reference/render-reference.ts'
import { readChangelogPage } from './changelog-page.ts'
import { readContentPages } from './content-pages.ts'
import { linkMarks, readDecisionPages } from './decision-pages.ts'
import { createFigures } from './figures.ts'
import { readTracePages } from './trace-pages.ts'

/**
 * Every page of the site: those that people write, and those made from the contract and its tests.
 *
 * @throws {DocsError} when a page names what the contract has not.
 */
export function gatherPages({
  documents,
  specs,
}: {
  documents: BundledDocument[]
  specs: string
}): Page[] {
  const bundles = documents.map(({ bundle }) => bundle)
  return [
    ...readContentPages(createFigures({ bundles, specs })),
    ...documents.flatMap(readReferencePages),
    ...readDecisionPages(specs),
    ...readTracePages(),
    readChangelogPage(),
  ]
}

const referenceOnly =
  '**Reference only.** This is [no part of the partner contract](/operator/), and partners cannot call it.'

function readReferencePages(document: BundledDocument): Page[] {
  return renderReference(document).map((page) => {
    const body = linkMarks(page.body)
    return { ...page, body: document.isContract ? body : `${referenceOnly}\n\n${body}` }
  })
}
