import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isPrepared } from '../contract/serialized.ts'

/** A smaller body fits into one packet anyway. */
const worthwhileBytes = 1_400

const compressors = { br: brotliCompressSync, gzip: gzipSync }
type Coding = keyof typeof compressors

/**
 * Sends prepared bodies in the content coding that the caller prefers, and compresses each once. Other
 * bodies are small and stay uncompressed. A caller that refuses every coding, even `identity`, gets the
 * uncompressed body, as HTTP allows.
 */
export function addCompression(app: FastifyInstance): void {
  const made = new WeakMap<Uint8Array, Partial<Record<Coding, Buffer>>>()
  const compress = (bytes: Uint8Array, coding: Coding): Buffer => {
    const known = made.get(bytes) ?? {}
    made.set(bytes, known)
    known[coding] ??= compressors[coding](bytes)
    return known[coding]
  }
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const accepted = request.headers['accept-encoding']
    if (accepted === undefined || !isPrepared(payload) || payload.length < worthwhileBytes) {
      return payload
    }
    const coding = pickCoding(String(accepted))
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return compress(payload, coding)
  })
}

/** Best first, for callers without a preference, such as browsers. */
const codings = ['br', 'gzip', 'identity']

type Preferring = {
  encoding(available: string[], options: { preferred: string[] }): string | undefined
}

export function pickCoding(accepted: string): Coding | null {
  const request = { headers: { 'accept-encoding': accepted } }
  // Its types lack the second argument.
  const negotiator = new Negotiator(request) as unknown as Preferring
  const coding = negotiator.encoding(codings, { preferred: codings })
  return coding === 'br' || coding === 'gzip' ? coding : null
}
