import { randomUUID } from 'node:crypto'
import { messages } from '@partner-platform/types'
import { type Issue, messageParsers } from '@partner-platform/validators'
import {
  contentTypeHeader,
  eventHeader,
  parseWebhook,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import type { Finished, Given } from '../command.ts'
import { deliverAll, type OutgoingRequest } from '../deliver-all.ts'
import { CliError, usageError } from '../errors.ts'
import { examples } from '../generated/examples.ts'
import type { Io } from '../io.ts'
import { readSecrets } from '../secrets.ts'
import { formatTable } from '../terminal.ts'
import { buildEvent, eventNameOf, parseAssignment, type Recipe } from './build-event.ts'
import type { sendCommand } from './send-command.ts'

export async function send(given: Given<typeof sendCommand>, io: Io): Promise<Finished> {
  const { url, example, file, status, event, force, count } = given
  if (example !== undefined && file !== undefined) {
    throw usageError('Pass --example or --file, not both.')
  }
  const recipe = { example, file, status, event, assignments: given.set.map(parseAssignment) }
  const [newest = null] = given.unsigned ? [] : await readSecrets(io, given['secret-file'])
  const requests = makeOutgoingRequests(recipe, { count, secret: newest, force })
  return deliverAll(requests, { url, total: count, isJson: given.json, io })
}

type Making = { count: number; secret: string | null; force: boolean }

async function* makeOutgoingRequests(
  recipe: Recipe,
  { count, secret, force }: Making,
): AsyncGenerator<OutgoingRequest> {
  for (let number = 1; number <= count; number++) {
    const identity = { timestamp: new Date().toISOString(), uuid: randomUUID() }
    const body = await buildEvent(recipe, identity)
    const issues = force ? [] : await checkSendable(body)
    if (issues.length > 0) {
      throw new CliError(
        'payload-refused',
        'Nothing was sent: the contract forbids such an event. Correct it, or pass --force.',
        { issues },
      )
    }
    const name = eventNameOf(body)
    const { method, contentType } = messages.submissionUpdated
    const headers: [string, string][] = [
      [contentTypeHeader, contentType],
      [eventHeader, name],
    ]
    if (secret !== null) {
      headers.push([signatureHeader, await signPayload({ body, secret })])
    }
    yield {
      title: `${name}, ${body.length} bytes, ${secret === null ? 'unsigned' : 'signed'}`,
      about: { event: name, headers, body: body.toString() },
      message: { method, headers, body },
    }
  }
}

/** Why the contract forbids a sender to send these bytes; empty if it may. */
export async function checkSendable(body: Uint8Array): Promise<readonly Issue[]> {
  const read = await parseWebhook({ body, headers: [], verification: 'off' })
  // Parsed JSON hides some mistakes from the strict parser, such as a repeated key.
  if (!read.ok && read.value === undefined) return read.issues
  const value: unknown = JSON.parse(new TextDecoder().decode(body))
  const sent = messageParsers[messages.submissionUpdated.id].payload.sent(value)
  return sent.ok ? [] : sent.issues
}

export async function listExamples(): Promise<Finished> {
  const rows = Object.entries(examples).map(([name, { folder, says }]) => {
    return { name, folder, says }
  })
  return {
    exitCode: 0,
    document: { ok: true, examples: rows },
    text: formatTable(rows.map(({ name, folder, says }) => [name, folder, says])),
  }
}
