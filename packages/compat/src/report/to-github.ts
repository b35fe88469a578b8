import type { ChangesetCheck } from '../changesets/check-changesets.ts'
import type { Comparison } from '../compare.ts'
import type { Finding } from '../finding.ts'
import { groupFindings, placeOf } from '../group-findings.ts'
import { type Reporter, tellDeclared, tellShortfalls } from './report.ts'

/** Workflow commands of GitHub: each change is a note at its line; a break is an error, or a warning if declared. */
export const toGithub: Reporter = ({ comparison, changesets, folder }) => {
  const { from, to, level } = comparison
  const breakCommand = changesets?.missing === null ? 'warning' : 'error'
  return [
    ...groupFindings(comparison.findings)
      .filter((finding) => finding.level !== 'patch')
      .map((finding) => {
        const command = finding.level === 'major' ? breakCommand : 'notice'
        return annotate(finding, { command, folder })
      }),
    ...(changesets === null ? [] : annotateChangesets(comparison, changesets)),
    `::notice title=contract::${escapeText(`${from} → ${to}: ${level}`)}`,
  ].join('\n')
}

function annotateChangesets(comparison: Comparison, changesets: ChangesetCheck): string[] {
  const { missing } = changesets
  if (missing === null)
    return [`::notice title=changesets::${escapeText(tellDeclared(comparison, changesets))}`]
  const text = `Write this to ${missing.path}:\n\n${missing.text.trimEnd()}`
  return [
    ...tellShortfalls(changesets).map(
      (line) => `::error title=changeset missing::${escapeText(line)}`,
    ),
    `::notice title=changeset to add::${escapeText(text)}`,
  ]
}

function annotate(
  finding: Finding,
  { command, folder }: { command: 'error' | 'warning' | 'notice'; folder: string },
): string {
  const { level, rule, source, hits, message, advice } = finding
  const place = [
    ...(source === null ? [] : [`file=${escapeProperty(`${folder}/${source.file}`)}`]),
    ...(source?.line === undefined ? [] : [`line=${source.line}`]),
    `title=${escapeProperty(`${level}: ${rule}${hits.length > 0 ? ` (${hits.join(', ')})` : ''}`)}`,
  ]
  const text = `${message}, at ${placeOf(finding)}. ${advice}`
  return `::${command} ${place.join(',')}::${escapeText(text)}`
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
