import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isPrepared } from '../contract/serialized.ts'

/** Bodies below this many bytes fit one packet anyway. */
const worthwhileBytes = 1_400
/** Texts of `Accept-Encoding` that are remembered at most; real ones are few. */
const rememberedTexts = 256

const compressors = { br: brotliCompressSync, gzip: gzipSync }
type Coding = keyof typeof compressors

/**
 * Sends prepared bodies in the content coding that the caller likes best, compressed once each; other
 * bodies are small and go as they are. A caller that refuses every coding, none included, gets the body
 * as it is, as HTTP allows.
 */
export function addCompression(app: FastifyInstance): void {
  const made = new WeakMap<Uint8Array, Partial<Record<Coding, Buffer>>>()
  const compress = (bytes: Uint8Array, coding: Coding): Buffer => {
    const known = made.get(bytes) ?? {}
    made.set(bytes, known)
    known[coding] ??= compressors[coding](bytes)
    return known[coding]
  }
  const picked = new Map<string, Coding | null>()
  const pick = (accepted: string): Coding | null => {
    const known = picked.get(accepted)
    if (known !== undefined) return known
    const coding = pickCoding(accepted)
    if (picked.size >= rememberedTexts) picked.clear()
    picked.set(accepted, coding)
    return coding
  }
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const accepted = request.headers['accept-encoding']
    if (accepted === undefined || !isPrepared(payload) || payload.length < worthwhileBytes) {
      return payload
    }
    const coding = pick(String(accepted))
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return compress(payload, coding)
  })
}

/** The best first, for callers that like several alike, as browsers do. */
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
