import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'
import { operationValues } from './operation-value.ts'

/** The base URL as text, without slashes at its end; `http:` for loopback hosts or `allowHttp`. */
export function parseBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  const text = typeof baseUrl === 'object' && baseUrl !== null ? textOf(baseUrl) : baseUrl
  if (typeof text !== 'string' || !URL.canParse(text) || /\s/.test(text)) {
    const expected = 'an absolute https URL as text, as a URL object or as an entry of servers'
    const received = kindOf(typeof text === 'string' ? text : baseUrl)
    throw mistake('Option baseUrl is malformed', { expected, received, next: 'Correct it' })
  }
  const url = new URL(text)
  const path = url.pathname.replace(/\/+$/, '')
  const operation = operationValues.find((candidate) => path.endsWith(candidate.path))
  const faults: [boolean, string, string][] = [
    [!/^https?:$/.test(url.protocol), `the scheme ${url.protocol}`, 'Use https'],
    [
      url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname),
      'http to a host that is not this machine',
      'Use https, or set allowHttp if nobody can listen in between',
    ],
    [url.username + url.password !== '', 'a URL with user information', 'Remove it'],
    [
      operation !== undefined,
      'a URL that ends in the path of an operation',
      `Leave out ${operation?.path}`,
    ],
    [/[?#]/.test(text), 'a URL with a query or a fragment', 'Remove it'],
  ]
  for (const [isFault, received, next] of faults) {
    if (!isFault) continue
    const expected = 'an absolute https URL'
    throw mistake('Option baseUrl is not usable', { expected, received, next })
  }
  return url.href.replace(/\/+$/, '')
}

/** Of an entry of `servers` its `url`; of a URL object, whichever realm it is of, its `href`. */
const textOf = (object: object): unknown =>
  'url' in object ? object.url : 'href' in object ? object.href : undefined

const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
