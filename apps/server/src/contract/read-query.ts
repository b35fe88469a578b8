/** The texts of each parameter of a query, still percent-encoded, in the order they came in. */
export type Query = ReadonlyMap<string, readonly string[]>

const none: Query = new Map()

/** The query of a request target. A name that cannot be decoded stands as it is. */
export function readQuery(url: string): Query {
  const start = url.indexOf('?')
  if (start === -1) return none
  const query = new Map<string, string[]>()
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const [encoded = '', ...rest] = part.split('=')
    const name = decodeText(encoded) ?? encoded
    const texts = query.get(name)
    if (texts) texts.push(rest.join('='))
    else query.set(name, [rest.join('=')])
  }
  return query
}

/** The text of a part of a query; undefined where it is not percent-encoded UTF-8. */
export function decodeText(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
