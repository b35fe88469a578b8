import { randomUUID } from 'node:crypto'
import { messages } from '@partner-platform/types'
import { type Issue, messageParsers } from '@partner-platform/validators'
import { parseWebhook, signPayload } from '@partner-platform/webhooks'
import { count, defineCommand, file, flag, repeated, text, url } from '../command.ts'
import { deliverAll, type OutgoingRequest } from '../deliver-all.ts'
import { CliError, usageError } from '../errors.ts'
import { examples } from '../generated/examples.ts'
import { contractHeaders } from '../http-message.ts'
import { readSecrets, secretOption } from '../secrets.ts'
import { formatTable } from '../terminal.ts'
import { buildEvent, eventNameOf, parseAssignment, type Recipe } from './build-event.ts'

export const sendCommand = defineCommand({
  name: 'send',
  says: 'Build and sign an event as the reference server does, deliver it once, and judge the answer.',
  details: [
    'Refuses an event that the contract forbids, unless you pass --force. The event is a granted',
    'visa with the current time; --status and --example choose another event.',
  ],
  operands: { url: url('Where to deliver, such as http://127.0.0.1:4020/webhooks.') },
  options: {
    status: text('STATUS', 'Status of the submission.'),
    example: text('NAME', 'Start from this example of the contract.'),
    file: file('Start from this JSON, byte for byte.'),
    event: text('NAME', 'Name of the event, in body and header.'),
    set: repeated(
      text(
        'PATH=TEXT',
        'Set a member; PATH:=JSON sets any JSON, PATH:= removes the member. Repeatable.',
      ),
    ),
    unsigned: flag('Omit the signature.'),
    force: flag('Send an event that the contract forbids.'),
    count: count(
      'N',
      'Number of events to send, one after the other.',
      { min: 1, max: 100_000 },
      1,
    ),
    ...secretOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'send http://127.0.0.1:4020/webhooks': 'A granted visa',
    'send http://127.0.0.1:4020/webhooks --status RETURNED --set submission.applicant.firstName=Asha':
      'Another status and another name',
    'send http://127.0.0.1:4020/webhooks --example returned-with-remarks --force':
      'An event that a receiver should tolerate',
  },
  async run(given, io) {
    const { url, example, file, status, event, force, count } = given
    if (example !== undefined && file !== undefined) {
      throw usageError('Pass --example or --file, not both.')
    }
    const recipe = { example, file, status, event, assignments: given.set.map(parseAssignment) }
    const [newest = null] = given.unsigned ? [] : await readSecrets(io, given['secret-file'])
    const requests = makeOutgoingRequests(recipe, { count, secret: newest, force })
    return deliverAll(requests, { url, total: count, isJson: given.json, io })
  },
})

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
      [contractHeaders.contentType, contentType],
      [contractHeaders.event, name],
    ]
    if (secret !== null) {
      headers.push([contractHeaders.signature, await signPayload({ body, secret })])
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

export const examplesCommand = defineCommand({
  name: 'examples',
  says: 'List the examples of the contract that send --example takes.',
  details: [
    'valid: a sender may send it; tolerated: it should not, but a receiver should accept it if it can',
    'use it; invalid and unparseable: a receiver should quarantine it. All but valid need --force.',
  ],
  operands: {},
  options: {},
  environment: [],
  examples: { examples: 'The name, kind and meaning of each' },
  async run() {
    const rows = Object.entries(examples).map(([name, { folder, says }]) => {
      return { name, folder, says }
    })
    return {
      exitCode: 0,
      document: { ok: true, examples: rows },
      text: formatTable(rows.map(({ name, folder, says }) => [name, folder, says])),
    }
  },
})
