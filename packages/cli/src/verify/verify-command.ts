import type { Issue } from '@partner-platform/validators'
import { webhookErrors } from '@partner-platform/webhooks'
import { defineCommand, file, jsonOption } from '../command-line/command.ts'
import { type HttpMessage, readHttpFile } from '../http-message.ts'
import { readSecretFile, readSecretTexts, secretOption, splitSecretLines } from '../secrets.ts'
import { type Style, toPlainText } from '../terminal.ts'
import type { Suspects } from './diagnose.ts'
import {
  type PayloadReport,
  readPayload,
  type SignatureReport,
  verifyRequest,
} from './verify-request.ts'

export const verifyCommand = defineCommand({
  name: 'verify',
  says: 'Say whether a saved request verifies, and if not, why: found by trying.',
  details: [
    'FILE contains a request as received: first line, header lines, blank line, body. It tries other forms',
    'of the body, the secret, the signature and the algorithm, and names the mistake that fits.',
  ],
  operands: { file: file('A saved request.') },
  options: {
    ...secretOption,
    'other-secret-file': file(
      'Secrets that should not have signed it, such as those of another environment.',
    ),
    ...jsonOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'verify recordings/000001-0f3a9c2e.http': 'With the secrets of the environment',
    'verify saved.http --secret-file production.txt --other-secret-file staging.txt':
      'Also try the secrets of staging',
  },
  async run(given, io) {
    const { file } = given
    const request = await readHttpFile(file)
    const secrets = await readSecretTexts(io, given['secret-file'])
    const others = given['other-secret-file']
    const otherSecrets = others === undefined ? [] : splitSecretLines(await readSecretFile(others))
    const progress = io.progress('Trying …')
    const report = await read(request, { secrets, otherSecrets })
      .then((found) => ({ file, ...found }))
      .finally(progress.stop)
    const { signature, payload } = report
    return {
      exitCode: signature.ok && payload.ok ? 0 : 1,
      document: toReportDocument(report),
      text: describeReport(report, io.style),
    }
  },
})

const read = async (request: HttpMessage, suspects: Suspects) => ({
  signature: await verifyRequest(request, suspects),
  payload: await readPayload(request, Date.now()),
})

type VerifyReport = { file: string; signature: SignatureReport; payload: PayloadReport }

/** What was found, in a few lines for a terminal. */
function describeReport({ signature, payload }: VerifyReport, style: Style): string {
  return [...describeSignature(signature, style), ...describePayload(payload, style)].join('\n')
}

/** The same as data. */
function toReportDocument({ file, signature, payload }: VerifyReport) {
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
