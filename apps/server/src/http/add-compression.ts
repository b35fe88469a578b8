import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { isPrepared } from '../contract/serialized.ts'
import type { SendHook } from './hook.ts'

/** Bodies below this many bytes fit one packet anyway. */
const worthwhileBytes = 1_400
/** Texts of `Accept-Encoding` that are remembered at most; real ones are few. */
const rememberedTexts = 256

type Coding = 'br' | 'gzip'

/** The best first, for callers that like several alike, as browsers do. */
const codings = ['br', 'gzip', 'identity']

/**
 * Sends bodies that were prepared in the content coding that the caller likes best, compressed once
 * each; other bodies are small and go as they are. A caller that refuses every coding, none included,
 * gets the body as it is, as HTTP allows.
 */
export function addCompression(app: FastifyInstance): void {
  const made = new WeakMap<Uint8Array, Partial<Record<Coding, Buffer>>>()
  const compress = (bytes: Uint8Array, coding: Coding): Buffer => {
    const known = made.get(bytes) ?? {}
    made.set(bytes, known)
    known[coding] ??= coding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes)
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
  const encode: SendHook = (request, reply, payload, next) => {
    if (!isPrepared(payload) || payload.length < worthwhileBytes) return next(null, payload)
    const accepted = request.headers['accept-encoding']
    const coding = accepted === undefined ? null : pick(String(accepted))
    if (coding === null) return next(null, payload)
    reply.header('content-encoding', coding).removeHeader('content-length')
    next(null, compress(payload, coding))
  }
  app.addHook('onSend', encode)
}

type Preferring = {
  encoding(available: string[], options: { preferred: string[] }): string | undefined
}

function pickCoding(accepted: string): Coding | null {
  const request = { headers: { 'accept-encoding': accepted } }
  // Its types lack the second argument.
  const negotiator = new Negotiator(request) as unknown as Preferring
  const coding = negotiator.encoding(codings, { preferred: codings })
  return coding === 'br' || coding === 'gzip' ? coding : null
}
