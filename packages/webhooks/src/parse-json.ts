import { constants } from '@partner-platform/types'
import { refusal } from './refusal.ts'
import { jsonDepth, scanKeys } from './scan-json.ts'

export type JsonResult =
  | {
      ok: true
      value: unknown
      /** Whether a key was dropped from the value. */
      dropped: boolean
    }
  | ReturnType<typeof refusal<'invalid-utf8' | 'invalid-json' | 'duplicate-key' | 'too-deep'>>

/**
 * The one JSON value that the bytes spell. Refuses, beyond what `JSON.parse` does, bytes that are
 * not UTF-8 or start with a byte order mark, keys that occur twice, and nesting over the limit. A key
 * `__proto__` is dropped wherever it stands: no reader needs it, and `Object.assign` would obey it.
 * @see specs/decisions D-006
 */
export function parseJson(bytes: Uint8Array): JsonResult {
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    const received = `received ${bytes.length} bytes of something else`
    return refusal('invalid-utf8', `Body is not UTF-8: expected UTF-8 text, ${received}.`)
  }
  const depth = jsonDepth(text)
  if (depth > constants.jsonDepthLimit) {
    return refusal(
      'too-deep',
      `Body nests too deeply: expected at most ${constants.jsonDepthLimit} levels, received ${depth}.`,
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The error of JSON.parse quotes the text, which holds personal data.
    return refusal(
      'invalid-json',
      `Body is not JSON: expected one JSON value, received ${bytes.length} bytes of other text.`,
    )
  }
  const { duplicateAt, hasProtoKey } = scanKeys(text)
  if (duplicateAt !== undefined) {
    const detail = 'Body repeats a key: expected each key once, received it twice.'
    return refusal('duplicate-key', detail, duplicateAt)
  }
  return { ok: true, value: hasProtoKey ? withoutProtoKeys(text) : value, dropped: hasProtoKey }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const withoutProtoKeys = (text: string): unknown =>
  JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
