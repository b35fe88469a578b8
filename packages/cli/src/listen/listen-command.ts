import { CliError } from '../cli-error.ts'
import { defineCommand } from '../command-line/command.ts'
import type { Io } from '../io.ts'
import { jsonOption } from '../json-option.ts'
import { readSecrets } from '../secrets/read-secrets.ts'
import { secretOption } from '../secrets/secret-option.ts'
import { toPlainJson } from '../terminal/to-plain-text.ts'
import type { Arrival } from './arrival.ts'
import { createRecorder } from './create-recorder.ts'
import { createTally } from './create-tally.ts'
import { describeArrival, isGood, toArrivalDocument } from './describe-arrival.ts'
import { startListener } from './start-listener.ts'
import { untilSignal } from './until-signal.ts'

export const listenCommand = defineCommand({
  name: 'listen',
  says: 'Receive webhooks on this machine: verify, answer, show and record them.',
  details: [
    'It answers as the contract says, on 127.0.0.1 only, until Ctrl-C or as many as --count says.',
    'Names and addresses of applicants are shown with --body only; recordings hold them.',
  ],
  operands: {},
  options: {
    port: {
      kind: 'count',
      value: 'PORT',
      min: 0,
      max: 65_535,
      fallback: 4020,
      says: 'Port; 0 takes a free one.',
    },
    path: { kind: 'text', value: 'PATH', fallback: '/webhooks', says: 'Path of the callback URL.' },
    record: {
      kind: 'text',
      value: 'FOLDER',
      names: 'folder',
      says: 'Save each request there, byte for byte.',
    },
    once: { kind: 'flag', says: 'End after one delivery, as --count 1 does.' },
    count: {
      kind: 'count',
      value: 'N',
      min: 1,
      max: 1_000_000,
      says: 'End after that many deliveries.',
    },
    body: { kind: 'flag', says: 'Show whole bodies, personal data included.' },
    verification: {
      kind: 'choice',
      choices: ['on', 'off'],
      fallback: 'on',
      says: 'With off, signatures are not checked: anyone may send anything.',
    },
    ...secretOption,
    ...jsonOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: [
    [
      'listen --secret-file secret.txt --record recordings',
      'Show and keep what comes to http://127.0.0.1:4020/webhooks',
    ],
    [
      'listen --once --json --body',
      'Wait for one delivery, as JSON with its body; exit code 1 if it is not accepted',
    ],
    ['listen --verification off', 'For an integration without signature verification'],
  ],
  async run(given, io) {
    const { path } = given
    assertPath(path)
    const isVerifying = given.verification === 'on'
    const secrets = isVerifying ? await readSecrets(io, given['secret-file']) : null
    if (!isVerifying) io.note('Verification is off: anyone may send anything.')
    const record = given.record === undefined ? null : await createRecorder(given.record)
    const limit = given.once ? 1 : (given.count ?? Number.POSITIVE_INFINITY)
    const tally = createTally(limit)
    const show = createShow(io, { isJson: given.json, withBody: given.body })
    const isInterrupted = untilSignal(io.signals, tally.whenFull)
    const listener = await startListener({
      port: given.port,
      path,
      secrets,
      record,
      onStray: (says) => io.note(says),
      onArrival(arrival) {
        show(arrival)
        tally.add(isGood(arrival))
      },
    })
    io.print(sayReady(listener.url, { secrets, isJson: given.json }))
    const exitCode = (await isInterrupted) ? 0 : tally.exitCode()
    await listener.close()
    io.note(tally.says())
    return { exitCode, document: undefined, text: '' }
  },
})

function assertPath(path: string): void {
  if (path.startsWith('/') && new URL(path, 'http://localhost').pathname === path) return
  throw new CliError('usage', '--path is wrong: expected one such as /webhooks, without a query.')
}

type Look = { isJson: boolean; withBody: boolean }

const createShow =
  (io: Io, { isJson, withBody }: Look) =>
  (arrival: Arrival) =>
    io.print(
      isJson
        ? toPlainJson(toArrivalDocument(arrival, { withBody }))
        : describeArrival(arrival, { style: io.style, withBody }),
    )

type Ready = { secrets: readonly string[] | null; isJson: boolean }

function sayReady(url: string, { secrets, isJson }: Ready): string {
  if (isJson) return toPlainJson({ type: 'listening', url })
  const trust = secrets ? `verifying with ${secrets.length} secret(s)` : 'verifying nothing'
  return `Listening on ${url}, ${trust}. Ctrl-C ends it.`
}
