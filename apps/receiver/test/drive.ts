import { Agent, request } from 'node:http'
import { messages } from '@partner-platform/types'
import { onTestFinished } from 'vitest'
import { callbackPath } from './use-receiver.ts'

const [typeHeader, signatureHeader] = ['Content-Type', 'X-Platform-Signature'] as const

export type Letter = { body: Uint8Array; signature: string; headers?: Record<string, string> }

/** What a delivery was answered; `null` where the connection broke instead. */
export type Reply = { status: number; text: string } | null

/** Delivers on at most so many connections, which are kept and used again. */
export function createDriver(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  onTestFinished(() => agent.destroy())
  return (url: string, { body, signature, headers = {} }: Letter) =>
    new Promise<Reply>((resolve) => {
      const sending = request(url + callbackPath, {
        ...{ agent, method: 'POST' },
        headers: {
          [typeHeader]: messages.submissionUpdated.contentType,
          [signatureHeader]: signature,
          'Content-Length': body.length,
          ...headers,
        },
      })
      sending.on('error', () => resolve(null))
      sending.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', () => resolve(null))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sending.end(body)
    })
}
