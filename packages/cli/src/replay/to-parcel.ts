import { signPayload } from '@partner-platform/webhooks'
import { contractHeaders } from '../contract-headers.ts'
import type { Parcel } from '../deliver/deliver-all.ts'
import type { HttpMessage } from '../http-message/http-message.ts'

/** Lines that tell of the connection they came over: the next one has its own. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** A saved request to send again: its body and its lines as they are, or with a new signature. */
export async function toParcel(
  { method, headers, body }: HttpMessage,
  { file, secret }: { file: string; secret: string | null },
): Promise<Parcel> {
  const signature = contractHeaders.signature.toLowerCase()
  const kept = headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return !ofConnection.has(lower) && (secret === null || lower !== signature)
  })
  const own: [string, string][] =
    secret === null ? [] : [[contractHeaders.signature, await signPayload({ body, secret })]]
  const signed = secret === null ? 'with its own signature' : 'signed anew'
  return {
    title: `${file}, ${body.length} bytes, ${signed}`,
    about: { file, bodyBytes: body.length },
    message: { method, headers: [...kept, ...own], body },
  }
}
