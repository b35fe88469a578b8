import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { examples } from '@partner-platform/contract-kit'
import { messages } from '@partner-platform/types'
import { contentTypeHeader, signatureHeader } from '@partner-platform/webhooks'

export type Load = { connections: number; durationMs: number; secret: string }

export type Measured = { perSecond: number; p50Ms: number; p99Ms: number }

const [example] = examples('SubmissionUpdated').filter(({ name }) => name === 'visa-granted')
if (!example) throw new Error('The example is missing.')
const granted = example.value as { submission: object }

/**
 * Delivers on every connection the next event as soon as the last is acknowledged, each event of a
 * submission of its own. Rejects on any answer but 2xx.
 */
export async function measureAcks(
  url: string,
  { connections, durationMs, secret }: Load,
): Promise<Measured> {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const tookMs: number[] = []
  const startMs = performance.now()
  const runLane = async () => {
    while (performance.now() - startMs < durationMs) {
      const body = nextBody()
      const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
      const sentMs = performance.now()
      const status = await deliver(url, { agent, body, signature })
      if (status < 200 || status > 299) throw new Error(`A delivery was answered with ${status}.`)
      tookMs.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, runLane)).finally(() => agent.destroy())
  const seconds = (performance.now() - startMs) / 1000
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? Number.NaN
  return { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function nextBody(): Buffer {
  const submission = { ...granted.submission, uuid: randomUUID() }
  return Buffer.from(
    JSON.stringify({ ...granted, timestamp: new Date().toISOString(), submission }),
  )
}

type SignedDelivery = { agent: Agent; body: Buffer; signature: string }

function deliver(url: string, { agent, body, signature }: SignedDelivery): Promise<number> {
  const headers = {
    [contentTypeHeader]: messages.submissionUpdated.contentType,
    [signatureHeader]: signature,
    'content-length': body.length,
  }
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent, method: 'POST', headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    sending.on('error', reject).end(body)
  })
}
