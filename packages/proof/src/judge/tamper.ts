import { below, type Document, nodeAt } from '../document.ts'
import type { Exchange, HeaderLine, Response } from '../http/exchange.ts'
import { findOwed } from './create-judge.ts'

/** A response as a wrong server would give it. */
export type Tampered = { name: string; exchange: Exchange }

/** An exchange with every single fault that the document forbids, one each. */
export function tamper(document: Document, { request, response }: Exchange): Tampered[] {
  const names = [...(findOwed(document, { request, response })?.headers.keys() ?? [])]
  const wrong: Named[] = [
    ...names.flatMap((name) => tamperHeader(response, name)),
    ...(response.body.length > 0 ? tamperBody(response) : [bodyOf(response, 'a body', '{}')]),
    ['another status', { ...response, status: 418 }],
    ['a header more', { ...response, headers: [...response.headers, ['X-Powered-By', 'a']] }],
  ]
  return wrong.map(([name, changed]) => ({
    name: `${response.status} ${name}`,
    exchange: { request, response: changed },
  }))
}

type Named = [name: string, response: Response]

const bodyOf = (response: Response, name: string, text: string): Named => [
  name,
  { ...response, body: Buffer.from(text) },
]

function tamperHeader(response: Response, name: string): Named[] {
  const isIt = ([one]: HeaderLine) => one.toLowerCase() === name.toLowerCase()
  const others = response.headers.filter((line) => !isIt(line))
  const own = response.headers.filter(isIt)
  const with_ = (what: string, ...lines: HeaderLine[]): Named => [
    `${what} ${name}`,
    { ...response, headers: [...others, ...lines] },
  ]
  const [[, value] = ['', '']] = own
  return [
    with_('empty', [name, '']),
    with_('repeated', ...own, ...own, [name, 'another']),
    with_('no'),
    // More left than the quota, a reset beyond the window.
    ...[/(?<=;r=)\d+/, /(?<=;t=)\d+/]
      .filter((figure) => figure.test(value))
      .map((figure) => with_(`with ${figure}`, [name, value.replace(figure, '1000')])),
  ]
}

function tamperBody(response: Response): Named[] {
  const text = response.body.toString()
  const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return [
    bodyOf(response, 'no body', ''),
    bodyOf(response, 'half a body', text.slice(0, text.length / 2)),
    bodyOf(response, 'a byte order mark', `\ufeff${text}`),
    ['another type', { ...response, headers: [...headers, ['Content-Type', 'text/html']] }],
    ...tamperMembers(text).map(([name, value]) => bodyOf(response, name, JSON.stringify(value))),
  ]
}

/** A JSON value with each member gone, `null`, or joined by one that nobody knows. */
function tamperMembers(text: string): [name: string, value: unknown][] {
  const placesOf = (value: unknown, path: string[]): string[][] => {
    if (Array.isArray(value)) return placesOf(value[0], [...path, '0'])
    if (typeof value !== 'object' || value === null) return [path]
    const inner = Object.entries(value).flatMap(([key, one]) => placesOf(one, [...path, key]))
    return path.length > 0 && path.at(-1) !== '0' ? [path, ...inner] : inner
  }
  type Holder = { [key: string]: unknown }
  const changed = (path: readonly string[], changes: Holder) => {
    const whole = JSON.parse(text)
    const holder = path.slice(0, -1).reduce((node, key) => node[key] as Holder, whole as Holder)
    Object.assign(holder, changes)
    return whole
  }
  return placesOf(JSON.parse(text), []).flatMap((path): [string, unknown][] => {
    const [key = '', name] = [path.at(-1), path.join('/')]
    return [
      // JSON has no undefined, so that this member is gone.
      [`no ${name}`, changed(path, { [key]: undefined })],
      [`null as ${name}`, changed(path, { [key]: null })],
      [`a stranger beside ${name}`, changed(path, { [`${key}2`]: 1 })],
    ]
  })
}

/** Documents with one constant changed that responses tell; those of keys are told by no response. */
export function changeConstants(document: Document): { name: string; document: Document }[] {
  const constants = document['x-constants'] as Record<string, { value: unknown }>
  return Object.entries(constants)
    .filter(([name]) => !name.startsWith('apiKey'))
    .map(([name, { value }]) => {
      const copy = structuredClone(document)
      const other = typeof value === 'number' ? value - 1 : `${value}x`
      Object.assign(nodeAt(copy, below('#/x-constants', name)) as object, { value: other })
      return { name: `${name}: ${other}`, document: copy }
    })
}
