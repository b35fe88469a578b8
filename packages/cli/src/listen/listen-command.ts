import {
  choice,
  count,
  defineCommand,
  flag,
  folder,
  jsonOption,
  text,
} from '../command-line/command.ts'
import { CliError } from '../errors.ts'
import type { Signals } from '../io.ts'
import { readSecrets, secretOption } from '../secrets.ts'
import { toPlainJson } from '../terminal.ts'
import { describeArrival, isGood, toArrivalDocument } from './arrival.ts'
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
    port: count('PORT', 'Port; 0 takes a free one.', { min: 0, max: 65_535 }, 4020),
    path: text('PATH', 'Path of the callback URL.', '/webhooks'),
    record: folder('Save each request there, byte for byte.'),
    once: flag('Stop after one delivery, like --count 1.'),
    count: count('N', 'End after that many deliveries.', { min: 1, max: 1_000_000 }),
    body: flag('Show whole bodies, personal data included.'),
    verification: choice(
      ['on', 'off'],
      'With off, signatures are not checked: anyone may send anything.',
      'on',
    ),
    ...secretOption,
    ...jsonOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'listen --secret-file secret.txt --record recordings':
      'Show and save what arrives at http://127.0.0.1:4020/webhooks',
    'listen --once --json --body':
      'Wait for one delivery, as JSON with its body; exit code 1 if it is not accepted',
    'listen --verification off': 'For an integration without signature verification',
  },
  async run(given, io) {
    const { path } = given
    assertPath(path)
    const isVerifying = given.verification === 'on'
    const secrets = isVerifying ? await readSecrets(io, given['secret-file']) : null
    if (!isVerifying) io.note('Verification is off: anyone may send anything.')
    const record = given.record === undefined ? null : await createRecorder(given.record)
    const limit = given.once ? 1 : (given.count ?? Number.POSITIVE_INFINITY)
    const isJson = given.json
    const look = { style: io.style, withBody: given.body }
    let [good, bad] = [0, 0]
    let finish = () => {}
    const full = new Promise<false>((resolve) => {
      finish = () => resolve(false)
    })
    const interrupted = nextSignal(io.signals)
    const listener = await startListener({
      port: given.port,
      ...{ path, secrets, record },
      onStray: (says) => io.note(says),
      onArrival(arrival) {
        io.print(
          isJson ? toPlainJson(toArrivalDocument(arrival, look)) : describeArrival(arrival, look),
        )
        if (isGood(arrival)) good += 1
        else bad += 1
        if (good + bad >= limit) finish()
      },
    })
    io.print(sayReady(listener.url, { secrets, isJson }))
    const isInterrupted = await Promise.race([interrupted.signal, full])
    interrupted.ignore()
    await listener.close()
    io.note(`${good + bad} received, ${good} accepted.`)
    // Whoever counts wants to know whether all of them were good.
    return { exitCode: bad > 0 && !isInterrupted ? 1 : 0, document: undefined, text: '' }
  },
})

function assertPath(path: string): void {
  if (path.startsWith('/') && new URL(path, 'http://localhost').pathname === path) return
  throw new CliError('usage', '--path must be a path such as /webhooks, without a query.')
}

type Ready = { secrets: readonly string[] | null; isJson: boolean }

function sayReady(url: string, { secrets, isJson }: Ready): string {
  if (isJson) return toPlainJson({ type: 'listening', url })
  const trust = secrets ? `verifying with ${secrets.length} secret(s)` : 'verifying nothing'
  return `Listening on ${url}, ${trust}. Ctrl-C ends it.`
}

const names = ['SIGINT', 'SIGTERM'] as const

/** Settles with the next signal. A second one ends the process. */
function nextSignal(signals: Signals) {
  let interrupt = () => {}
  const ignore = () => {
    for (const name of names) signals.off(name, interrupt)
  }
  const signal = new Promise<true>((resolve) => {
    interrupt = () => {
      ignore()
      resolve(true)
    }
    for (const name of names) signals.once(name, interrupt)
  })
  return { signal, ignore }
}
