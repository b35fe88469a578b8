import type { Issue } from '@partner-platform/validators'
import { webhookErrors } from '@partner-platform/webhooks'
import { defineCommand, file } from '../command-line/command.ts'
import { readHttpFile } from '../http-message.ts'
import { readSecretFile, readSecretTexts, secretOption } from '../secrets.ts'
import { type Style, toPlainText } from '../terminal.ts'
import {
  type PayloadReport,
  readPayload,
  type SignatureReport,
  verifyRequest,
} from './verify-request.ts'

export const verifyCommand = defineCommand({
  name: 'verify',
  says: 'Say whether a saved request verifies and, if not, why, by trying common mistakes.',
  details: [
    'FILE contains a request as received: first line, header lines, blank line, body. The command',
    'tries other forms of body, secret, signature and algorithm, and names the mistake that fits.',
  ],
  operands: { file: file('A saved request.') },
  options: {
    ...secretOption,
    'other-secret-file': file(
      'Secrets that should not have signed it, such as the secrets of another environment.',
    ),
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
    const otherSecrets = others === undefined ? [] : await readSecretFile(others)
    const progress = io.progress('Trying …')
    const signature = await verifyRequest(request, { secrets, otherSecrets }).finally(progress.stop)
    const payload = await readPayload(request, Date.now())
    const ok = signature.ok && payload.ok
    return {
      exitCode: ok ? 0 : 1,
      document: { ok, file, signature, payload: toPayloadDocument(payload) },
      text: [...describeSignature(signature, io.style), ...describePayload(payload, io.style)].join(
        '\n',
      ),
    }
  },
})

function toPayloadDocument(payload: PayloadReport) {
  if (!payload.ok) return payload
  const { event, timestamp, submission } = payload.event
  const { uuid, status } = submission
  return { ...payload, event: { event, timestamp, submission: { uuid, status } } }
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
