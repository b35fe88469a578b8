import type { Issue } from '@partner-platform/validators'
import { webhookErrors } from '@partner-platform/webhooks'
import type { Style } from '../terminal/create-style.ts'
import { toPlainText } from '../terminal/to-plain-text.ts'
import type { PayloadReport, SignatureReport } from './verify-request.ts'

export type VerifyReport = { file: string; signature: SignatureReport; payload: PayloadReport }

/** What was found, in a few lines for a terminal. */
export function describeReport({ signature, payload }: VerifyReport, style: Style): string {
  return [...describeSignature(signature, style), ...describePayload(payload, style)].join('\n')
}

/** The same as data. */
export function toReportDocument({ file, signature, payload }: VerifyReport) {
  const ok = signature.ok && payload.ok
  if (!payload.ok) return { ok, file, signature, payload }
  const { event, notes, departures } = payload
  const { uuid, status } = event.submission
  const about = { event: event.event, timestamp: event.timestamp, submission: { uuid, status } }
  return { ok, file, signature, payload: { ok: true, event: about, notes, departures } }
}

function describeSignature(signature: SignatureReport, style: Style): string[] {
  const head = signature.ok
    ? style.green(`✓ signature: verifies with secret ${signature.secret}`)
    : style.red(`✗ signature: ${signature.code}. ${webhookErrors[signature.code].means}`)
  const lines = signature.diagnoses.flatMap(({ code, says, next }) => [
    `  ${style.bold(code)}: ${says}`,
    `    ${next}`,
  ])
  return [head, ...lines]
}

function describePayload(payload: PayloadReport, style: Style): string[] {
  if (payload.ok) {
    const { event, notes, departures } = payload
    const about = [event.event, event.submission.status, event.submission.uuid].map(toPlainText)
    return [
      style.green(`✓ payload: ${about.join('  ')}`),
      ...(notes.length === 0 ? [] : [`  notes: ${notes.join(', ')}`]),
      ...linesOf(departures),
    ]
  }
  const { means, next } = webhookErrors[payload.code]
  return [
    style.red(`✗ payload: ${payload.code}. ${means}`),
    ...linesOf(payload.issues),
    `    ${next}`,
  ]
}

const linesOf = (issues: readonly Issue[]) =>
  issues.map(({ path, message }) => `  ${toPlainText(`${path || '/'}  ${message}`)}`)
