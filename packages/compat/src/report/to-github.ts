import type { Finding } from '../finding.ts'
import { groupFindings, placeOf } from './group-findings.ts'
import type { Reporter } from './report.ts'

/** Workflow commands of GitHub: each change is a note at its line, an error where it breaks. */
export const toGithub: Reporter = ({ comparison, shortfalls, folder }) => {
  const { from, to, level } = comparison
  return [
    ...groupFindings(comparison.findings)
      .filter((finding) => finding.level !== 'patch')
      .map((finding) => annotate(finding, folder)),
    ...(shortfalls ?? []).map(({ name, wanted, declared }) => {
      return `::error title=changeset missing::${escapeText(`${name} needs ${wanted}, has ${declared}`)}`
    }),
    `::notice title=contract::${escapeText(`${from} → ${to}: ${level}`)}`,
  ].join('\n')
}

function annotate(finding: Finding, folder: string): string {
  const { level, rule, source, hits, message, advice } = finding
  const place = [
    ...(source === null ? [] : [`file=${escapeProperty(`${folder}/${source.file}`)}`]),
    ...(source?.line === undefined ? [] : [`line=${source.line}`]),
    `title=${escapeProperty(`${level}: ${rule}${hits.length > 0 ? ` (${hits.join(', ')})` : ''}`)}`,
  ]
  const text = `${message}, at ${placeOf(finding)}. ${advice}`
  return `::${level === 'major' ? 'error' : 'notice'} ${place.join(',')}::${escapeText(text)}`
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
