import { parse } from 'yaml'

/** Enough for any contract, and far below what overflows the stack. */
const depthLimit = 98

/**
 * The value of a file in JSON or YAML. Throws where it is neither, or nests too deeply. JSON is read as such,
 * which is much quicker.
 */
export function parseBytes(bytes: Uint8Array): unknown {
  const value = parseText(decode(bytes))
  if (isDeeper(value, { limit: depthLimit, seen: new Map() })) {
    throw new Error(`expected at most ${depthLimit} levels of nesting, received more.`)
  }
  return value
}

function decode(bytes: Uint8Array): string {
  // Neither a byte order mark of two bytes nor a null byte starts a text in UTF-8.
  if (/^(254,255|255,254)|\b0\b/.test(bytes.subarray(0, 4).join())) {
    throw new Error('expected UTF-8, received UTF-16 or UTF-32.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error('expected UTF-8, received bytes that are none.', { cause: error })
  }
}

function parseText(text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // YAML may start like this too, and tells line and column of what is wrong.
    }
  }
  return parse(text, { maxAliasCount: -1 })
}

/** `seen` holds what was looked into, with the levels that were left: aliases may lead to it again. */
function isDeeper(
  value: unknown,
  { limit, seen }: { limit: number; seen: Map<object, number> },
): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ((seen.get(value) ?? Number.POSITIVE_INFINITY) <= limit) return false
  seen.set(value, limit)
  if (limit === 0) return true
  return Object.values(value).some((member) => isDeeper(member, { limit: limit - 1, seen }))
}
