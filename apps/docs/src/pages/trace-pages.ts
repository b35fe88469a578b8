import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../folders.ts'
import type { Page } from '../page.ts'
import { decisionAddress } from './decision-pages.ts'

const generated = join(packageFolder, 'generated')

/** The matrix from the source to the tests, and the ledger of what the source leaves open. */
export function readTracePages(): Page[] {
  return [
    {
      slug: 'traceability',
      description:
        'What the source says, line by line: where the contract carries it, what shows it, and which tests cite it.',
      isWide: true,
      ...read('traceability.md'),
    },
    {
      slug: 'open-points',
      description: 'What the source does not show, and the decision that answers each point.',
      isWide: true,
      ...read('open-points.md'),
    },
  ]
}

function read(file: string): Pick<Page, 'title' | 'body'> {
  const text = readFileSync(join(generated, file), 'utf8').replace(/^<!--.*-->\n/, '')
  const [, title = file, body = ''] = /^\s*# (.+)\n([\s\S]*)$/.exec(text) ?? []
  return { title, body: toSiteLinks(body).trim() }
}

/** What the pages call each other in the repository, as addresses of the site. */
const toSiteLinks = (text: string) =>
  text
    .replaceAll(
      /\]\([./]*specs\/decisions\/(D-\d{3})[^)]*\)/g,
      (_, id: string) => `](${decisionAddress(id)})`,
    )
    .replaceAll('](open-points.md)', '](/open-points/)')
    .replaceAll('](traceability.md)', '](/traceability/)')
