import type { ChangesetCheck } from './changesets/check-changesets.ts'
import type { Comparison } from './compare.ts'
import type { Finding, Level, Party } from './finding.ts'
import { code, groupFindings, inLine, placeOf, toPlain } from './group-findings.ts'
import { publishedPackages } from './packages.ts'

/** What a report is made from. */
export interface ReportInput {
  comparison: Comparison
  /** Null without `--changeset`. */
  changesets: ChangesetCheck | null
  /** Whether standard output takes colours. */
  isColored: boolean
  /** The folder of the newer side, where paths in annotations start. */
  folder: string
}

export type Reporter = (input: ReportInput) => string

/** By the word that `--format` takes. */
export const reporters = {
  terminal: toTerminal,
  markdown: toMarkdown,
  json: ({ comparison, changesets }) => toJson(comparison, changesets),
  github: toGithub,
} as const satisfies { [format: string]: Reporter }

export type Format = keyof typeof reporters

/** One JSON document, for scripts and AI agents. */
const toJson = (comparison: object, changesets: ChangesetCheck | null) =>
  JSON.stringify({ reportVersion: 1, ...comparison, changesets }, null, 2)

/** The report before the first release, when there is no older side. In JSON it is an empty comparison. */
export function noRelease(format: Format, to: string): string {
  const text = 'no release yet: nothing to compare'
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
  return toJson(comparison, null)
}

const colors: Record<Level, number> = { none: 2, patch: 2, minor: 33, major: 31 }

/** For people at a terminal: the verdict, what breaks or grows with its place and advice, then the levels. */
function toTerminal({ comparison, changesets, isColored }: ReportInput): string {
  const { from, to, level, documents, packages, findings, behaviour } = comparison
  const paint = (one: Level, text: string = one) =>
    isColored ? `\u001b[${colors[one]}m${text}\u001b[0m` : text
  const groups = groupFindings(findings)
  const told = groups.filter((finding) => finding.level !== 'patch')
  const texts = groups.length - told.length
  const changes = texts === 1 ? '1 change' : `${texts} changes`
  const levelsOf = (named: { [name: string]: Level }) =>
    Object.entries(named)
      .map(([name, one]) => `${name} ${paint(one)}`)
      .join(', ')
  const lines = [
    `${toPlain(from)} → ${toPlain(to)}: ${paint(level)}`,
    ...told.flatMap((finding) => ['', ...describe(finding, paint)]),
    ...(texts > 0 ? ['', `${paint('patch')}  ${changes} to descriptions only`] : []),
    '',
    `documents  ${levelsOf(documents)}`,
    ...(Object.keys(packages).length > 0 ? [`packages   ${levelsOf(packages)}`] : []),
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

const sections: [Level, string][] = [
  ['major', 'Breaking'],
  ['minor', 'Compatible'],
  ['patch', 'Text'],
]

/** A changelog entry: what breaks, what is compatible, and which version bump each package needs. */
function toMarkdown({ comparison, changesets }: ReportInput): string {
  const { from, to, level, packages, findings } = comparison
  const groups = groupFindings(findings)
  const lines = [`## ${level}: ${toPlain(from)} → ${toPlain(to)}`, '']
  for (const [one, title] of sections) {
    const entries = groups.filter((finding) => finding.level === one)
    if (entries.length === 0) continue
    const told = one === 'patch' ? [places(entries)] : entries.map(toEntry)
    lines.push(`### ${title}`, '', ...told, '')
  }
  if (Object.keys(packages).length > 0) lines.push('| package | step |', '| --- | --- |')
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

/** Workflow commands of GitHub: each change is a note at its line; a break is an error, or a warning if declared. */
function toGithub({ comparison, changesets, folder }: ReportInput): string {
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
  // Annotations are on the newer side.
  const line = source?.side === 'from' ? source.near : source?.line
  const place = [
    ...(source === null ? [] : [`file=${escapeProperty(`${folder}/${source.file}`)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
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

/** What each package lacks, as one line each. */
const tellShortfalls = ({ shortfalls }: ChangesetCheck): string[] =>
  shortfalls.map(({ name, wanted, declared }) => `${name} needs ${wanted}, has ${declared}`)

const parties: readonly Party[] = ['caller', 'sender', 'receiver']

/** One line for people: which changesets declare the change, and whom a break hits. */
function tellDeclared({ level, findings }: Comparison, { declaredBy }: ChangesetCheck): string {
  if (level === 'none') return 'No changeset is needed.'
  const files = declaredBy.join(', ')
  if (level !== 'major') return `The change is declared by ${files}.`
  const hits = findings.flatMap((finding) => (finding.level === 'major' ? finding.hits : []))
  const hit = parties.filter((party) => hits.includes(party))
  return `The break is declared by ${files}. Affected: ${hit.join(', ')}.`
}
