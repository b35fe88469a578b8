import type { Departure, Issue } from '@partner-platform/validators'
import {
  parseWebhook,
  type WebhookCode,
  type WebhookEvent,
  type WebhookNote,
  webhookErrors,
} from '@partner-platform/webhooks'
import type { Finished, Given } from '../command.ts'
import { describeEvent, toEventDocument } from '../event-summary.ts'
import { type HttpMessage, readHttpFile } from '../http-message.ts'
import type { Io } from '../io.ts'
import { readSecretFile, readSecretTexts } from '../secrets.ts'
import { formatIssue, type Style } from '../terminal.ts'
import { type SignatureReport, verifyRequest } from './diagnose.ts'
import type { verifyCommand } from './verify-command.ts'

export async function verify(given: Given<typeof verifyCommand>, io: Io): Promise<Finished> {
  const { file } = given
  const request = await readHttpFile(file)
  const secrets = await readSecretTexts(io, given['secret-file'])
  const others = given['other-secret-file']
  const otherSecrets = others === undefined ? [] : await readSecretFile(others)
  const progress = io.progress('Trying …')
  const signature = await verifyRequest(request, { secrets, otherSecrets }).finally(progress.stop)
  const payload = await readPayload(request)
  const ok = signature.ok && payload.ok
  const shown = payload.ok ? { ...payload, event: toEventDocument(payload.event) } : payload
  return {
    exitCode: ok ? 0 : 1,
    document: { ok, file, signature, payload: shown },
    text: [...describeSignature(signature, io.style), ...describePayload(payload, io.style)].join(
      '\n',
    ),
  }
}

/** A receiver would quarantine the event if it arrived now. */
type AgeNote = 'timestamp-too-old' | 'timestamp-in-future'

type PayloadReport =
  | {
      ok: true
      event: WebhookEvent
      notes: readonly (WebhookNote | AgeNote)[]
      departures: readonly Departure[]
    }
  | { ok: false; code: WebhookCode; issues: readonly Issue[] }

/** What a receiver finds in the body. An event that is too old or in the future gets a note only. */
async function readPayload({ headers, body }: HttpMessage): Promise<PayloadReport> {
  const options = { body, headers, verification: 'off' } as const
  const today = await parseWebhook(options)
  const isOfAge = today.ok || !today.code.startsWith('timestamp-')
  const anyAge = { maxAgeSeconds: Infinity, maxAheadSeconds: Infinity }
  const parsed = isOfAge ? today : await parseWebhook({ ...options, ...anyAge })
  if (!parsed.ok) return parsed
  const age = today.ok ? [] : [today.code as AgeNote]
  const notes = [...parsed.notes.filter((note) => note !== 'unverified'), ...age]
  return { ok: true, event: parsed.event, notes, departures: parsed.departures }
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
    return [
      style.green(`✓ payload: ${describeEvent(event)}`),
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

const linesOf = (issues: readonly Issue[]) => issues.map((issue) => `  ${formatIssue(issue)}`)
