import { readDocuments } from '../src/documents.ts'
import { specsFolder } from '../src/folders.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'

/** Every document with the bundle that its pages are made from. */
export const bundled = readDocuments()

/** Every page of the site, before it becomes HTML. */
export const pages = gatherPages({ documents: bundled, specs: specsFolder() })
