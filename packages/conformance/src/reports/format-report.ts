import type { Report, Result, Status } from '../report.ts'
import { formatHtml } from './format-html.ts'
import { formatJunit } from './format-junit.ts'
import { citeRule, describeSummary, groupByRule } from './group-by-rule.ts'

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
  lines.push('', paint(describeSummary(report), report.ok ? marks.passed.color : marks.failed.color))
  return `${lines.join('\n')}\n`
}

function linesOf(result: Result, paint: Paint): string[] {
  const { sign, color } = marks[result.status]
  const head = `  ${paint(sign, color)} ${result.title} ${paint(`[${result.id}]`, 2)}`
  if (!result.finding) return [head]
  const { warning, expected, received, next, curl } = result
  return [
    head,
    ...(warning === null ? [] : [`      warning   ${warning}`]),
    `      expected  ${expected}`,
    `      received  ${received}`,
    `      to do     ${next}`,
    `      rule      ${citeRule(result)}`,
    ...(curl === null ? [] : [`      again     ${paint(curl.replaceAll('\n', '\n                '), 2)}`]),
  ]
}

/** What would let more be judged, each once. */
function missing({ results }: Report): string[] {
  const unseen = results.filter(({ status }) => status === 'not-judged')
  const steps = new Map<string, number>()
  for (const { next } of unseen) steps.set(next, (steps.get(next) ?? 0) + 1)
  if (steps.size === 0) return []
  return ['', 'Not judged:', ...[...steps].map(([next, count]) => `  ${count} × ${next}`)]
}
