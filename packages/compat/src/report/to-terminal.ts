import type { ChangesetCheck } from '../changesets/check-changesets.ts'
import type { Comparison } from '../compare.ts'
import type { Finding, Level } from '../finding.ts'
import { groupFindings, placeOf, toPlain } from '../group-findings.ts'
import { type Reporter, tellDeclared, tellShortfalls } from './report.ts'

const colors: Record<Level, number> = { none: 2, patch: 2, minor: 33, major: 31 }

/** For people at a terminal: the verdict, what breaks or grows with its place and advice, then the levels. */
export const toTerminal: Reporter = ({ comparison, changesets, isColored }) => {
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
      ? [
          '',
          `${paint('patch')}  ${texts} ${texts === 1 ? 'change' : 'changes'} of descriptions only`,
        ]
      : []),
    '',
    `documents  ${levelsOf(documents)}`,
    `packages   ${levelsOf(packages)}`,
    `behaviour  ${behaviour.payloads} values tried on the validators of both sides, ${behaviour.refusals} refused by one`,
  ]
  if (changesets !== null) lines.push(...describeChangesets(comparison, changesets))
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

function describeChangesets(comparison: Comparison, changesets: ChangesetCheck): string[] {
  const { missing } = changesets
  if (missing === null) return [toPlain(tellDeclared(comparison, changesets))]
  return [
    `changesets fall short: ${tellShortfalls(changesets).join('; ')}`,
    `Write this to ${toPlain(missing.path)}:`,
    '',
    missing.text.trimEnd(),
  ]
}
