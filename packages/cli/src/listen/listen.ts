import { once } from 'node:events'
import type { Finished, Given } from '../command.ts'
import { usageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readSecrets } from '../secrets.ts'
import { toPlainJson } from '../terminal.ts'
import { describeArrival, isGood, toArrivalDocument } from './arrival.ts'
import { createRecorder } from './create-arrivals.ts'
import type { listenCommand } from './listen-command.ts'
import { startListener } from './start-listener.ts'

export async function listen(given: Given<typeof listenCommand>, io: Io): Promise<Finished> {
  const { path } = given
  assertPath(path)
  assertForwarding(given)
  const isVerifying = given.verification === 'on'
  const secrets = isVerifying ? await readSecrets(io, given['secret-file']) : null
  if (!isVerifying) io.note('Verification is off: anyone can send anything.')
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
    forwardTo: given['forward-to'] ?? null,
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
  const trust = secrets
    ? `verifying with ${secrets.length} ${secrets.length === 1 ? 'secret' : 'secrets'}`
    : 'verifying nothing'
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
}

const signalNames = ['SIGINT', 'SIGTERM'] as const

function assertForwarding({ 'forward-to': url, port, path }: Given<typeof listenCommand>): void {
  const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '[::ffff:7f00:1]']
  const isOwn = hosts.includes(url?.hostname ?? '')
  if (isOwn && Number(url?.port || 80) === port && url?.pathname === path)
    throw usageError('--forward-to is the address that listen itself uses. Pass another --port.')
}

function assertPath(path: string): void {
  if (path.startsWith('/') && new URL(path, 'http://localhost').pathname === path) return
  throw usageError('--path must be a path such as /webhooks, without a query.')
}
