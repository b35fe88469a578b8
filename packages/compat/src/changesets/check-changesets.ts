import { posix } from 'node:path'
import type { Comparison } from '../compare.ts'
import { type Finding, highestOf, isBelow, type Level } from '../finding.ts'
import { code, groupFindings, inLine, placeOf } from '../group-findings.ts'
import { publishedPackages } from '../packages.ts'
import type { Changeset } from './read-changesets.ts'

/** A package whose pending changesets declare less than its verdict. */
export interface Shortfall {
  /** Full name of the package. */
  name: string
  wanted: Level
  declared: Level
}

/** What the pending changesets declare of a comparison. */
export interface ChangesetCheck {
  /** Paths of the changesets that declare the highest level; empty if nothing changed. */
  declaredBy: string[]
  /** Empty if every package is declared at its level. */
  shortfalls: Shortfall[]
  /** The changeset to add: its path and its whole text. Null if there is no shortfall. */
  missing: { path: string; text: string } | null
}

/** Holds pending changesets to a comparison. `folder` starts the paths in the result. */
export function checkChangesets(
  comparison: Pick<Comparison, 'level' | 'packages' | 'findings'>,
  changesets: readonly Changeset[],
  { folder }: { folder: string },
): ChangesetCheck {
  const affected = publishedPackages
    .map(({ name: short }) => {
      const name = `@partner-platform/${short}`
      const declared = changesets.map(({ levels }) => levels.get(name) ?? 'none')
      return { name, wanted: comparison.packages[short] ?? 'none', declared: highestOf(declared) }
    })
    .filter(({ wanted }) => wanted !== 'none')
  const shortfalls = affected.filter(({ wanted, declared }) => isBelow(declared, wanted))
  const decisive = affected.filter(({ wanted }) => wanted === comparison.level)
  const declaring = changesets.filter(({ levels }) =>
    decisive.some(({ name, wanted }) => !isBelow(levels.get(name) ?? 'none', wanted)),
  )
  const toPath = (file: string) => posix.join(folder, file)
  return {
    declaredBy: declaring.map(({ file }) => toPath(file)),
    shortfalls,
    missing:
      shortfalls.length === 0
        ? null
        : {
            path: toPath(freeName(highestOf(shortfalls.map(({ wanted }) => wanted)), changesets)),
            text: toChangeset(shortfalls, comparison.findings),
          },
  }
}

/** An unused name, so that no changeset is overwritten. */
function freeName(level: Level, changesets: readonly Changeset[]): string {
  const taken = new Set(changesets.map(({ file }) => file))
  let name = `contract-${level}.md`
  for (let count = 2; taken.has(name); count += 1) name = `contract-${level}-${count}.md`
  return name
}

const titles: { [level in Level]: string } = {
  major: 'Breaking',
  minor: 'New',
  patch: 'Text',
  none: 'None',
}

/** The number of changes in the summary. */
const CHANGES_TOLD = 3

/** The whole text of a changeset that declares the shortfalls, with the changes as its summary. */
function toChangeset(shortfalls: readonly Shortfall[], findings: readonly Finding[]): string {
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
