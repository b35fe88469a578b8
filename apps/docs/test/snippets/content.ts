import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { documents } from '../../src/documents.ts'
import { specsFolder } from '../../src/folders.ts'
import { readContentPages } from '../../src/pages/content-pages.ts'
import { createFigures } from '../../src/pages/figures.ts'

const specs = specsFolder()
const bundles = documents.map(({ file }) => parse(readFileSync(join(specs, file), 'utf8')))

/** The pages that people write, with the figures of the contract filled in. */
export const contentPages = readContentPages(createFigures({ bundles, specs }))
