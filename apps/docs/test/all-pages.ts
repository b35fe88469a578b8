import { readDocuments } from '../src/documents.ts'
import { specsFolder } from '../src/folders.ts'
import { readContentPages } from '../src/pages/content-pages.ts'
import { createFigures } from '../src/pages/figures.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'

/** Every document with the bundle that its pages are made from. */
export const bundled = readDocuments()

const specs = specsFolder()
const bundles = bundled.map(({ bundle }) => bundle)

/** The pages that people write, with the figures of the contract filled in. */
export const contentPages = readContentPages(createFigures({ bundles, specs }))

/** Every page of the site, before it becomes HTML. */
export const pages = gatherPages({ documents: bundled, specs })
