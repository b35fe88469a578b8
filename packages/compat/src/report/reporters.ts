import type { Comparison } from '../compare.ts'
import { publishedPackages } from '../packages.ts'
import type { Reporter } from './report.ts'
import { toGithub } from './to-github.ts'
import { toMarkdown } from './to-markdown.ts'
import { toTerminal } from './to-terminal.ts'

/** The whole comparison as one JSON document, for scripts and AI agents. */
const toJson: Reporter = ({ comparison, changesets }) =>
  JSON.stringify({ reportVersion: 1, ...comparison, changesets }, null, 2)

/** By the word that `--format` takes. */
export const reporters = {
  terminal: toTerminal,
  markdown: toMarkdown,
  json: toJson,
  github: toGithub,
} as const satisfies { [format: string]: Reporter }

export type Format = keyof typeof reporters

const text = 'no release yet: nothing to compare'

/** The report before the first release, when there is no older side. In JSON it is an empty comparison. */
export function noRelease(format: Format, to: string): string {
  if (format === 'github') return `::notice title=contract::${text}`
  if (format !== 'json') return text
  const comparison: Omit<Comparison, 'from'> & { from: null } = {
    from: null,
    to,
    level: 'none',
    documents: {},
    packages: Object.fromEntries(publishedPackages.map(({ name }) => [name, 'none'])),
    findings: [],
    behaviour: { payloads: 0, refusals: 0 },
  }
  return JSON.stringify({ reportVersion: 1, ...comparison, changesets: null }, null, 2)
}
