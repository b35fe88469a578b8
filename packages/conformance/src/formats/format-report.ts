import type { Report, Result, Status } from '../report.ts'
import { escapeMarkup, formatHtml } from './format-html.ts'
import {
  citeRule,
  describeStatus,
  describeSummary,
  groupByRule,
  type RuleGroup,
} from './group-by-rule.ts'

export const reportFormats = ['terminal', 'json', 'junit', 'html'] as const
export type ReportFormat = (typeof reportFormats)[number]

export type FormatOptions = {
  /** Whether a terminal shows colours. @default false */
  color?: boolean
}

const formats: Record<ReportFormat, (report: Report, options: FormatOptions) => string> = {
  terminal: formatTerminal,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: formatJunit,
  html: formatHtml,
}

/** A report as text: for a terminal, as JSON, as JUnit XML, or as one self-contained HTML page. */
export function formatReport(
  report: Report,
  format: ReportFormat,
  options: FormatOptions = {},
): string {
  if (Object.hasOwn(formats, format)) return formats[format](report, options)
  throw new TypeError(`format is unknown. Use ${reportFormats.join(', ')}.`)
}

const marks = {
  passed: { sign: '✓', color: 32 },
  failed: { sign: '✗', color: 31 },
  warning: { sign: '!', color: 33 },
  'not-judged': { sign: '–', color: 2 },
} as const satisfies Record<Status, { sign: string; color: number }>

type Paint = (text: string, color: number) => string

/** Lines for a terminal: one for each check, and what to do for each that found something. */
function formatTerminal(report: Report, { color = false }: FormatOptions): string {
  const paint: Paint = (text, code) => (color ? `\u001B[${code}m${text}\u001B[0m` : text)
  const { target, url, environment } = report
  const lines = [`${target} ${url}${environment === null ? '' : ` (${environment})`}`]
  for (const { rule, says, results } of groupByRule(report)) {
    lines.push('', `${paint(rule, 1)}  ${says}`)
    for (const result of results) lines.push(...linesOf(result, paint))
  }
  lines.push(...missing(report))
  lines.push(
    '',
    paint(describeSummary(report), report.ok ? marks.passed.color : marks.failed.color),
  )
  return `${lines.join('\n')}\n`
}

function linesOf(result: Result, paint: Paint): string[] {
  const { sign, color } = marks[result.status]
  const head = `  ${paint(sign, color)} ${result.title} ${paint(`[${result.id}]`, 2)}`
  if (!result.finding) return [head]
  const rows = detailsOf(result).map(([name, text]) => {
    const lines = text.replaceAll('\n', '\n                ')
    return `      ${name.padEnd(10)}${name === 'resend' ? paint(lines, 2) : lines}`
  })
  return [head, ...(result.warning ? [`      warning   ${result.warning}`] : []), ...rows]
}

const detailsOf = (result: Result): [name: string, text: string][] => [
  ['expected', result.expected],
  ['received', result.received],
  ['to do', result.next],
  ['rule', citeRule(result)],
  ...(result.curl === null ? [] : [['resend', result.curl] satisfies [string, string]]),
]

/** What would let more be judged, each once. */
function missing({ results }: Report): string[] {
  const unseen = results.filter(({ status }) => status === 'not-judged')
  const steps = new Map<string, number>()
  for (const { next } of unseen) steps.set(next, (steps.get(next) ?? 0) + 1)
  if (steps.size === 0) return []
  return ['', 'Not judged:', ...[...steps].map(([next, count]) => `  ${count} × ${next}`)]
}

/** JUnit XML: a suite for each rule; warnings and what was not judged are skipped. */
function formatJunit(report: Report): string {
  const suites = groupByRule(report).map((group) => toSuite(group, report))
  const { durationMs, results } = report
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance of ${report.target}" ${counts(results)} time="${seconds(durationMs)}">`,
    ...suites,
    '</testsuites>\n',
  ].join('\n')
}

function toSuite({ rule, says, results }: RuleGroup, { target, startedAt }: Report): string {
  const durationMs = results.reduce((sum, result) => sum + result.durationMs, 0)
  const head = `name="${escapeMarkup(`${rule} ${says}`.trim())}" ${counts(results)} time="${seconds(durationMs)}"`
  return [
    `  <testsuite ${head} timestamp="${escapeMarkup(startedAt)}">`,
    ...results.map((result) => toCase(result, target)),
    '  </testsuite>',
  ].join('\n')
}

function toCase(result: Result, target: string): string {
  const { id, title, rule, durationMs, received, next } = result
  const head = `    <testcase classname="${escapeMarkup(`${target}.${rule}`)}" name="${escapeMarkup(`${id}: ${title}`)}" time="${seconds(durationMs)}"`
  if (result.status === 'passed') return `${head}/>`
  const details = detailsOf(result).map((row) => row.join(': '))
  const message =
    result.status === 'failed'
      ? `      <failure type="${escapeMarkup(rule)}" message="${escapeMarkup(received)}">${escapeMarkup(details.join('\n'))}</failure>`
      : `      <skipped message="${escapeMarkup(`${describeStatus(result)}: ${received}. ${next}`)}"/>`
  return [`${head}>`, message, '    </testcase>'].join('\n')
}

function counts(results: readonly Result[]): string {
  const failed = results.filter(({ status }) => status === 'failed').length
  const skipped = results.filter(({ status }) => status === 'warning' || status === 'not-judged')
  return `tests="${results.length}" failures="${failed}" errors="0" skipped="${skipped.length}"`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)
