import type { Comparison } from '../compare.ts'
import { publishedPackages } from '../packages.ts'
import type { Format } from './reporters.ts'

const text = 'no release yet: nothing to compare'

/** What is told before the first release, when there is no older side: in JSON a comparison with nothing in it. */
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
