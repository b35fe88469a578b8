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
  const repeated = findRepeatedPath(path)
  const faults: [boolean, string, string][] = [
    [!/^https?:$/.test(url.protocol), `the scheme ${url.protocol}`, 'Use https'],
    [
      url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname),
      'http to a host that is not this machine',
      'Use https, or set allowHttp if nobody can listen in between',
    ],
    [url.username + url.password !== '', 'a URL with user information', 'Remove it'],
    [
      repeated !== undefined,
      'a URL that ends in the path of an operation, or in the beginning of one',
      `Leave out ${repeated}`,
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

/** The end of a path with which an operation's path begins, of two segments or more. */
function findRepeatedPath(path: string): string | undefined {
  const end = path.replace(/\/{2,}/g, '/').toLowerCase()
  const beginnings = operationValues.flatMap(({ path: whole }) => {
    const segments = whole.split('/')
    return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'))
  })
  return beginnings.find((one) => one.lastIndexOf('/') > 0 && end.endsWith(one.toLowerCase()))
}

/** Of an entry of `servers` its `url`; of a URL object, whichever realm it is of, its `href`. */
const textOf = (object: object): unknown =>
  'url' in object ? object.url : 'href' in object ? object.href : undefined

const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
