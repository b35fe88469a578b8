import { headerLines, readBody } from '@partner-platform/http-edge'
import type { Issue } from '@partner-platform/validators'
import { parseJson } from '@partner-platform/webhooks/node'
import type { FastifyRequest } from 'fastify'
import { isPlainText } from './is-plain-text.ts'
import type { Operation } from './operation.ts'
import { refuse } from './refusal.ts'
import type { Parse } from './surface.ts'
import { toPointer } from './to-pointer.ts'

type RequestBody = NonNullable<Operation['requestBody']>

export type ReadBody = { ok: true; value: unknown } | ReturnType<typeof refuse>

/**
 * Reads the bodies of requests for one operation: at most `limitBytes` of each, as strict JSON, held
 * to the parser.
 */
export function bindBody(
  { contentType, required }: RequestBody,
  { parse, limitBytes }: { parse: Parse | null; limitBytes: number },
): (request: FastifyRequest) => Promise<ReadBody> {
  const absent = (): ReadBody => (required ? refuse(400) : { ok: true, value: undefined })
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

/** Parameters of the type are free, as JSON is UTF-8 whatever they say; a coding is none that is read. */
function isOfType({ raw, headers }: FastifyRequest, contentType: string): boolean {
  const [type, ...others] = headerLines(raw.rawHeaders, 'content-type')
  const [mediaType = ''] = (type ?? '').split(';')
  const isPlain = (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
  return isPlain && others.length === 0 && mediaType.trim().toLowerCase() === contentType
}

/** The first text in a JSON value, keys included, that is no plain text. As deep as the value nests. */
function findOddText(value: unknown, path = ''): Issue | undefined {
  if (typeof value === 'string') {
    if (isPlainText(value)) return undefined
    const message = 'expected text without NUL and half surrogate pairs, received some'
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
