import type { Report } from '../report.ts'

/** The report itself, as JSON. */
export const formatJson = (report: Report) => `${JSON.stringify(report, null, 2)}\n`
