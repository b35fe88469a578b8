import { setTimeout as delay } from 'node:timers/promises'
import { runProcess } from '@partner-platform/settings/testing'
import { operations } from '../src/generated/index.ts'
import { createOperatorClient, createSecretsKey } from '../src/index.ts'
import { mainFile, prepareWorld } from '../src/testing/index.ts'
import { runLane } from './run-lane.ts'
import { startReceiver } from './start-receiver.ts'

const token = 'operator-token-of-the-bench-0123456789'
const secretsKey = createSecretsKey()
const { method, path, requestBody } = operations.changeStatus
/** Changes before those that count. */
const warmUps = 10

type Given = { env: Record<string, string>; endpoints: number; workers?: number }

/**
 * The reference platform as `start` runs it, without its log, and a receiver in this process. With `workers`,
 * an API process and that many workers share the store. Tests start it with slower WebAssembly.
 */
export async function startPlatform({ env, endpoints, workers }: Given) {
  const receiver = await startReceiver()
  const processes: Awaited<ReturnType<typeof startProcess>>[] = []
  const stop = async () => {
    for (const process of processes) await process.stop()
    await receiver.close()
  }
  const roles = workers === undefined ? ['all'] : ['api', ...Array(workers).fill('worker')]
  const prepare = async () => {
    for (const role of roles) processes.push(await startProcess({ ...env, SERVER_ROLE: role }))
    const origin = processes[0]?.operatorUrl ?? ''
    const operator = createOperatorClient({ baseUrl: origin, token })
    const { urlOf } = receiver
    const world = { operator, receiver: { urlOf, secrets: new Map() }, submissionsEach: 10 }
    const parties = await prepareWorld({ ...world, partyCount: endpoints })
    return { origin, submissions: parties.flatMap((party) => party.submissions) }
  }
  const { origin, submissions } = await prepare().catch(async (error) => {
    await stop()
    throw error
  })
  const { host } = new URL(origin)
  let made = 0
  /** The request that changes the status of the next submission. */
  const nextChange = () => {
    const submission = submissions[made % submissions.length] ?? ''
    const body = JSON.stringify({ status: `STATUS_${++made}` })
    const lines = [
      `${method} ${path.replace('{submissionId}', submission)} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: ${requestBody.contentType}`,
      `Content-Length: ${body.length}`,
    ]
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
  return {
    /** Milliseconds from the call that changes a status to the arrival of its webhook, one at a time. */
    async measureIdle(changes: number) {
      const tookMs: number[] = []
      for (let index = 0; index < changes + warmUps; index++) {
        const change = [nextChange()]
        const arrival = receiver.next()
        const startMs = performance.now()
        await runLane(origin, () => change.shift() ?? null)
        await arrival
        if (index >= warmUps) tookMs.push(performance.now() - startMs)
        await delay(25)
      }
      tookMs.sort((one, other) => one - other)
      const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? Number.NaN
      return { 'p50 ms': at(0.5), 'p95 ms': at(0.95) }
    },
    /** Deliveries per second while `lanes` lanes change statuses, until the last has arrived. */
    async measureSustained({ lanes, forMs }: { lanes: number; forMs: number }) {
      const [firstCount, firstMade] = [receiver.count, made]
      const startMs = performance.now()
      const next = () => (performance.now() - startMs < forMs ? nextChange() : null)
      await Promise.all(Array.from({ length: lanes }, () => runLane(origin, next)))
      const count = made - firstMade
      while (receiver.count < firstCount + count) await delay(20)
      return { 'per second': count / ((performance.now() - startMs) / 1000) }
    },
    stop,
  }
}

async function startProcess(env: Record<string, string>) {
  const own = { SERVER_OPERATOR_TOKEN: token, SERVER_SECRETS_KEY: secretsKey, SERVER_LOG: 'off' }
  const { says, stop } = runProcess({
    file: mainFile,
    flags: ['--conditions=@partner-platform/source'],
    env: { PORT: '0', OPERATOR_PORT: '0', ...own, ...env },
  })
  const [, operatorUrl = ''] = await says(/Operator surface ready: (\S+?)(?:,|\n)/)
  return { operatorUrl, stop }
}
