import { once } from 'node:events'
import { choice, count, defineCommand, flag, folder, text } from '../command.ts'
import { usageError } from '../errors.ts'
import { readSecrets, secretOption } from '../secrets.ts'
import { toPlainJson } from '../terminal.ts'
import { describeArrival, isGood, toArrivalDocument } from './arrival.ts'
import { createRecorder } from './create-arrivals.ts'
import { startListener } from './start-listener.ts'

export const listenCommand = defineCommand({
  name: 'listen',
  says: 'Receive webhooks on this machine: verify, answer, show and record them.',
  details: [
    'Answers as the contract requires, on 127.0.0.1 only, until Ctrl-C or until --count deliveries.',
    'Only --body shows names and addresses of applicants. Recordings contain them.',
  ],
  operands: {},
  options: {
    port: count('PORT', 'Port; 0 chooses a free port.', { min: 0, max: 65_535 }, 4020),
    path: text('PATH', 'Path of the callback URL.', '/webhooks'),
    record: folder('Save each request in this folder, byte for byte.'),
    once: flag('Stop after one delivery, like --count 1.'),
    count: count('N', 'Stop after N deliveries.', { min: 1, max: 1_000_000 }),
    body: flag('Show whole bodies, personal data included.'),
    verification: choice(
      ['on', 'off'],
      'off skips the signature check: anyone may send anything.',
      'on',
    ),
    ...secretOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'listen --secret-file secret.txt --record recordings':
      'Show and save each request to http://127.0.0.1:4020/webhooks',
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
    const stop = new AbortController()
    let isInterrupted = false
    const interrupt = () => {
      isInterrupted = true
      stop.abort()
      // A second signal ends the process.
      for (const name of signalNames) io.signals.off(name, interrupt)
    }
    for (const name of signalNames) io.signals.once(name, interrupt)
    const listener = await startListener({
      port: given.port,
      path,
      secrets,
      record,
      onStray: (says) => io.note(says),
      onArrival(arrival) {
        io.print(
          isJson ? toPlainJson(toArrivalDocument(arrival, look)) : describeArrival(arrival, look),
        )
        if (isGood(arrival)) good += 1
        else bad += 1
        if (good + bad >= limit) stop.abort()
      },
    })
    const trust = secrets ? `verifying with ${secrets.length} secret(s)` : 'verifying nothing'
    io.print(
      isJson
        ? toPlainJson({ type: 'listening', url: listener.url })
        : `Listening on ${listener.url}, ${trust}. Press Ctrl-C to stop.`,
    )
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    for (const name of signalNames) io.signals.off(name, interrupt)
    await listener.close()
    io.note(`${good + bad} received, ${good} accepted.`)
    // With --count, the exit code says whether all of them were accepted.
    return { exitCode: bad > 0 && !isInterrupted ? 1 : 0, document: undefined, text: '' }
  },
})

const signalNames = ['SIGINT', 'SIGTERM'] as const

function assertPath(path: string): void {
  if (path.startsWith('/') && new URL(path, 'http://localhost').pathname === path) return
  throw usageError('--path must be a path such as /webhooks, without a query.')
}
