import { defineCommand, type ExitCode, jsonOption } from '../command-line/command.ts'
import { CliError } from '../errors.ts'
import type { Io, Signals } from '../io.ts'
import { readSecrets, secretOption } from '../secrets.ts'
import { toPlainJson } from '../terminal.ts'
import { type Arrival, describeArrival, isGood, toArrivalDocument } from './arrival.ts'
import { createRecorder } from './create-recorder.ts'
import { startListener } from './start-listener.ts'

export const listenCommand = defineCommand({
  name: 'listen',
  says: 'Receive webhooks on this machine: verify, answer, show and record them.',
  details: [
    'It answers as the contract requires, on 127.0.0.1 only, until Ctrl-C or until --count deliveries.',
    'Only --body shows names and addresses of applicants. Recordings contain them.',
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
    once: { kind: 'flag', says: 'Stop after one delivery, like --count 1.' },
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
      'Show and save what arrives at http://127.0.0.1:4020/webhooks',
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
  throw new CliError('usage', '--path must be a path such as /webhooks, without a query.')
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

/** Counts deliveries up to a limit. */
function createTally(limit: number) {
  let [good, bad] = [0, 0]
  let finish = () => {}
  return {
    /** Keeps what is to be called at the limit. */
    whenFull(act: () => void) {
      finish = act
    },
    add(isGood: boolean) {
      if (isGood) good += 1
      else bad += 1
      if (good + bad >= limit) finish()
    },
    /** Whoever counts wants to know whether all of them were good. */
    exitCode: (): ExitCode => (bad > 0 ? 1 : 0),
    says: () => `${good + bad} received, ${good} accepted.`,
  }
}

const names = ['SIGINT', 'SIGTERM'] as const

/**
 * Waits until a signal comes or the function that `begin` gets is called, whichever is first, and says
 * whether it was a signal. A second signal ends the process.
 */
function untilSignal(signals: Signals, begin: (finish: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isSignal: boolean) => {
      for (const name of names) signals.off(name, interrupt)
      resolve(isSignal)
    }
    const interrupt = () => settle(true)
    for (const name of names) signals.once(name, interrupt)
    begin(() => settle(false))
  })
}
