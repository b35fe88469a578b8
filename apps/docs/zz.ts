import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocuments } from './src/copy-bundles.ts'
import { protectPages, relateLinks } from './src/finish-pages.ts'
import { specsFolder } from './src/folders.ts'
import { gatherPages } from './src/pages/gather-pages.ts'
import { runAstro } from './src/run-astro.ts'
import { writeSources } from './src/write-sources.ts'

const documents = readDocuments()
const pages = gatherPages({ documents, specs: specsFolder() })
mkdirSync('reports', { recursive: true })
const work = mkdtempSync('/tmp/h-dev-docs/apps/docs/reports/site-x-')
const slugs = [
  '',
  'guides/errors',
  'quickstart/call-the-api',
  'reference/openapi',
  'reference/asyncapi/messages/submission-updated',
  'decisions/d-001',
]
const own = pages.filter((p) => slugs.includes(p.slug))
writeSources({ folder: work, pages: own, documents })

import { toSidebar } from './src/pages/sidebar.ts'

writeFileSync(join(work, 'sidebar.json'), JSON.stringify(toSidebar(pages, documents)))
const t = performance.now()
await runAstro(work)
console.log('astro', performance.now() - t)
relateLinks(join(work, 'dist'))
protectPages(join(work, 'dist'))
for (const p of own)
  console.log(
    p.slug,
    readFileSync(join(work, 'dist', p.slug, 'index.html'), 'utf8') ===
      readFileSync(join('dist', p.slug, 'index.html'), 'utf8'),
  )
console.log(readdirSync(join(work, 'dist/_astro')).join() === readdirSync('dist/_astro').join())
