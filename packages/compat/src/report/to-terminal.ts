import type { Finding, Level } from '../finding.ts'
import { groupFindings, placeOf, toPlain } from './group-findings.ts'
import type { Reporter } from './report.ts'

const colors: Record<Level, number> = { none: 2, patch: 2, minor: 33, major: 31 }

/** For people at a terminal: the verdict, what breaks or grows with its place and advice, then the levels. */
export const toTerminal: Reporter = ({ comparison, shortfalls, isColored }) => {
  const { from, to, level, documents, packages, findings, behaviour } = comparison
  const paint = (one: Level, text: string = one) =>
    isColored ? `\u001b[${colors[one]}m${text}\u001b[0m` : text
  const groups = groupFindings(findings)
  const told = groups.filter((finding) => finding.level !== 'patch')
  const texts = groups.length - told.length
  const levelsOf = (named: { [name: string]: Level }) =>
    Object.entries(named)
      .map(([name, one]) => `${name} ${paint(one)}`)
      .join(', ')
  const lines = [
    `${toPlain(from)} → ${toPlain(to)}: ${paint(level)}`,
    ...told.flatMap((finding) => ['', ...describe(finding, paint)]),
    ...(texts > 0
      ? ['', `${paint('patch')}  ${texts} ${texts === 1 ? 'change' : 'changes'} of words only`]
      : []),
    '',
    `documents  ${levelsOf(documents)}`,
    `packages   ${levelsOf(packages)}`,
    `behaviour  ${behaviour.payloads} values tried on the validators of both sides, ${behaviour.refusals} refused by one`,
  ]
  if (shortfalls !== null) {
    lines.push(
      shortfalls.length === 0
        ? 'changesets declare it all'
        : `changesets fall short: ${shortfalls.map(({ name, wanted, declared }) => `${name} needs ${wanted}, has ${declared}`).join('; ')}. Run changeset.`,
    )
  }
  return lines.join('\n')
}

function describe(finding: Finding, paint: (level: Level, text?: string) => string): string[] {
  const { level, rule, hits, message, advice } = finding
  const who = hits.length > 0 ? `: ${hits.join(', ')}` : ''
  return [
    `${paint(level)}  ${rule}${who}`,
    `       ${toPlain(message)}`,
    `       at ${toPlain(placeOf(finding))}`,
    `       ${advice}`,
  ]
}
