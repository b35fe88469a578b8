import { type Finding, highestOf, type Level } from '../finding.ts'
import { code, groupFindings, inLine, placeOf } from '../report/group-findings.ts'
import type { Shortfall } from './check-changesets.ts'

const titles: { [level in Level]: string } = {
  major: 'Breaking',
  minor: 'New',
  patch: 'Text',
  none: 'None',
}

/** How many changes the summary tells. */
const CHANGES_TOLD = 3

/** The whole text of a changeset that declares the shortfalls, with the changes as its summary. */
export function toChangeset(
  shortfalls: readonly Shortfall[],
  findings: readonly Finding[],
): string {
  const level = highestOf(shortfalls.map(({ wanted }) => wanted))
  const names = new Set(shortfalls.map(({ name }) => name))
  const told = groupFindings(findings)
    .filter(
      (finding) =>
        finding.level === level &&
        finding.packages.some((name) => names.has(`@partner-platform/${name}`)),
    )
    .map((finding) => `${inLine(finding.message)} (${code(placeOf(finding))})`)
  const more = told.length > CHANGES_TOLD ? `; and ${told.length - CHANGES_TOLD} more` : ''
  const head = shortfalls.map(({ name, wanted }) => `'${name}': ${wanted}\n`).join('')
  return `---\n${head}---\n\n${titles[level]}: ${told.slice(0, CHANGES_TOLD).join('; ')}${more}.\n`
}
