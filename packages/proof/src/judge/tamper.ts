import { below, type Document, follow, nodeAt } from '../document.ts'
import type { Exchange, HeaderLine, Response } from '../http/exchange.ts'
import { findOperation } from './create-judge.ts'

/** A response as a wrong server would give it. */
export type Tampered = { name: string; exchange: Exchange }

/** An exchange with every single fault that the document forbids, one each. */
export function tamper(document: Document, { request, response }: Exchange): Tampered[] {
  const operation = findOperation(document, request)
  if (operation === undefined) throw new TypeError('The exchange is of no operation.')
  const pointer = follow(document, below(operation, 'responses', String(response.status)))
  const names = Object.keys((nodeAt(document, pointer) as { headers?: object }).headers ?? {})
  const headers = names.flatMap((name) => tamperHeader(response, name))
  const others = response.body.length > 0 ? tamperBody(response) : tamperNoBody(response)
  return [...headers, ...others, ['another status', { ...response, status: 418 }] as const].map(
    ([name, wrong]) => ({
      name: `${response.status} ${name}`,
      exchange: { request, response: wrong },
    }),
  )
}

type Named = readonly [name: string, response: Response]

function tamperHeader(response: Response, name: string): Named[] {
  const isIt = ([one]: HeaderLine) => one.toLowerCase() === name.toLowerCase()
  const others = response.headers.filter((line) => !isIt(line))
  const with_ = (...lines: HeaderLine[]) => ({ ...response, headers: [...others, ...lines] })
  const own = response.headers.filter(isIt)
  return [
    [`empty ${name}`, with_([name, ''])],
    [`repeated ${name}`, with_(...own, ...own, [name, 'another'])],
    [`no ${name}`, with_()],
  ]
}

const tamperNoBody = (response: Response): Named[] => [
  ['a body', { ...response, body: Buffer.from('{}') }],
]

function tamperBody(response: Response): Named[] {
  const with_ = (text: string) => ({ ...response, body: Buffer.from(text) })
  const text = response.body.toString()
  const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return [
    ['no body', with_('')],
    ['half a body', with_(text.slice(0, text.length / 2))],
    ['a byte order mark', with_(`\ufeff${text}`)],
    ['another type', { ...response, headers: [...headers, ['Content-Type', 'text/html']] }],
    ...tamperMembers(text).map(([name, value]): Named => [name, with_(JSON.stringify(value))]),
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
  const changed = (path: readonly string[], change: (holder: Holder, key: string) => void) => {
    const whole = JSON.parse(text)
    const holder = path.slice(0, -1).reduce((node, key) => node[key] as Holder, whole as Holder)
    change(holder, path.at(-1) ?? '')
    return whole
  }
  return placesOf(JSON.parse(text), []).flatMap((path): [string, unknown][] => [
    [`no ${path.join('/')}`, changed(path, (holder, key) => delete holder[key])],
    [
      `null as ${path.join('/')}`,
      changed(path, (holder, key) => {
        holder[key] = null
      }),
    ],
    [
      `a stranger beside ${path.join('/')}`,
      changed(path, (holder, key) => {
        holder[`${key}2`] = 1
      }),
    ],
  ])
}

type Holder = { [key: string]: unknown }

type Node = {
  parameters?: unknown[]
  responses?: object
  content?: object
  properties?: object
  items?: object
  allOf?: unknown[]
}

/** How many things traffic can show of a document: operations, parameters, statuses, properties of bodies. */
export function itemsOf(document: Document): number {
  const paths = document.paths as Record<string, Record<string, Node>>
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => !method.startsWith('x-'))
        .map(([method, { parameters = [], responses = {} }]) => {
          const statuses = Object.keys(responses).map((status) => {
            const place = follow(document, below('#/paths', path, method, 'responses', status))
            return 1 + bodyItems(document, place)
          })
          return 1 + parameters.length + sum(statuses)
        }),
    )
    .reduce((total, one) => total + one, 0)
}

function bodyItems(document: Document, place: string): number {
  const { content = {} } = nodeAt(document, place) as Node
  return sum(
    Object.keys(content).map((type) =>
      properties(document, below(place, 'content', type, 'schema')),
    ),
  )
}

function properties(document: Document, start: string): number {
  const place = follow(document, start)
  const { properties: members = {}, items, allOf = [] } = nodeAt(document, place) as Node
  return sum([
    ...Object.keys(members).map(
      (name) => 1 + properties(document, below(place, 'properties', name)),
    ),
    ...allOf.map((_, index) => properties(document, below(place, 'allOf', String(index)))),
    items === undefined ? 0 : properties(document, below(place, 'items')),
  ])
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
