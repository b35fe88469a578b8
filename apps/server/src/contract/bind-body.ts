import { headerLines, readBody } from '@partner-platform/http-edge'
import type { Issue } from '@partner-platform/validators'
import { parseJson } from '@partner-platform/webhooks/node'
import type { FastifyRequest } from 'fastify'
import { isPlainText, toPointer } from './bind-parameters.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { Operation, Parse } from './surface.ts'

type RequestBody = NonNullable<Operation['requestBody']>

/** Reads request bodies for one operation: strict JSON of at most `limitBytes` that the parser accepts. */
export function bindBody(
  { contentType, required }: RequestBody,
  { parse, limitBytes }: { parse: Parse | null; limitBytes: number },
): (request: FastifyRequest) => Promise<{ ok: true; value: unknown } | Refusal> {
  const absent = () => (required ? refuse(400) : ({ ok: true, value: undefined } as const))
  return async (request) => {
    if (!hasBody(request)) return absent()
    if (!isOfType(request, contentType)) return refuse(415)
    const bytes = await readBody(request.raw, limitBytes)
    if (bytes === 'broken') return refuse(400)
    if (bytes === 'too-large') return refuse(413)
    if (bytes.length === 0) return absent()
    const json = parseJson(bytes)
    if (!json.ok || json.dropped) return refuse(400)
    const odd = findOddText(json.value)
    if (odd) return refuse(422, [odd])
    const result = parse?.(json.value) ?? json
    return result.ok ? { ok: true, value: result.value } : refuse(422, result.issues)
  }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ignores parameters of the media type, because JSON is always UTF-8. Accepts no content coding. */
function isOfType({ raw, headers }: FastifyRequest, contentType: string): boolean {
  const [type = '', ...others] = headerLines(raw.rawHeaders, 'content-type')
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
  const mediaType = type.replace(/;.*/, '').trim().toLowerCase()
  return isPlain && others.length === 0 && mediaType === contentType
}

/** The first text in a JSON value, keys included, that the store cannot hold. */
function findOddText(value: unknown, path = ''): Issue | undefined {
  if (typeof value === 'string') {
    if (isPlainText(value)) return undefined
    const message = 'expected text without NUL or lone surrogates'
    return { path, message, keyword: 'pattern' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    const inner = `${path}${toPointer(key)}`
    const issue = findOddText(key, inner) ?? findOddText(item, inner)
    if (issue) return issue
  }
  return undefined
}
