import type { Finding, Level } from '../finding.ts'
import { code, groupFindings, inLine, placeOf, toPlain } from '../group-findings.ts'
import { type Reporter, tellDeclared } from './report.ts'

const sections: [Level, string][] = [
  ['major', 'Breaking'],
  ['minor', 'New'],
  ['patch', 'Words'],
]

/** A changelog entry: what breaks, what is new, and which package takes which step. */
export const toMarkdown: Reporter = ({ comparison, changesets }) => {
  const { from, to, level, packages, findings } = comparison
  const groups = groupFindings(findings)
  const lines = [`## ${level}: ${toPlain(from)} → ${toPlain(to)}`, '']
  for (const [one, title] of sections) {
    const entries = groups.filter((finding) => finding.level === one)
    if (entries.length === 0) continue
    lines.push(
      `### ${title}`,
      '',
      ...(one === 'patch' ? [places(entries)] : entries.map(toEntry)),
      '',
    )
  }
  lines.push('| package | step |', '| --- | --- |')
  for (const [name, step] of Object.entries(packages)) {
    lines.push(`| \`@partner-platform/${name}\` | ${step} |`)
  }
  if (changesets !== null) {
    const { shortfalls, missing } = changesets
    for (const { name, wanted, declared } of shortfalls) {
      lines.push('', `**Changeset missing:** \`${name}\` needs ${wanted}, has ${declared}.`)
    }
    if (missing === null) lines.push('', toPlain(tellDeclared(comparison, changesets)))
    else {
      const { path, text } = missing
      lines.push('', `Write this to ${code(path)}:`, '', '~~~md', text.trimEnd(), '~~~')
    }
  }
  return lines.join('\n')
}

function toEntry(finding: Finding): string {
  const who = finding.hits.length > 0 ? `**${finding.hits.join(', ')}:** ` : ''
  return `- ${who}${inLine(finding.message)} (${code(placeOf(finding))}). ${finding.advice}`
}

function places(entries: readonly Finding[]): string {
  const files = [...new Set(entries.map(({ source, document }) => source?.file ?? document))]
  return `- Descriptions and marks in ${files.map(code).join(', ')}.`
}
