import type { Report } from '../report.ts'
import { formatHtml } from './format-html.ts'
import { formatJson } from './format-json.ts'
import { formatJunit } from './format-junit.ts'
import { formatTerminal } from './format-terminal.ts'

export const reportFormats = ['terminal', 'json', 'junit', 'html'] as const
export type ReportFormat = (typeof reportFormats)[number]

export type FormatOptions = {
  /** Whether a terminal shows colours. @default false */
  color?: boolean
}

/** A report as text: for a terminal, as JSON, as JUnit XML, or as one self-contained HTML page. */
export function formatReport(
  report: Report,
  format: ReportFormat,
  { color = false }: FormatOptions = {},
): string {
  if (format === 'terminal') return formatTerminal(report, { color })
  if (format === 'json') return formatJson(report)
  if (format === 'junit') return formatJunit(report)
  if (format === 'html') return formatHtml(report)
  throw new TypeError(
    `format is unknown: expected ${reportFormats.join(', ')}, received ${typeof format}. Correct the argument.`,
  )
}
