import type { Issue, ParseResult } from './issue.ts'

type Parse = (value: unknown) => ParseResult<unknown>
type Parsers = { readonly sent: Parse | null; readonly received: Parse | null }
type Named<T> = { readonly [name: string]: T }
type Place = 'cookie' | 'header' | 'path' | 'query'
type Kinds = {
  readonly kind: string | null
  readonly items?: string | null
  readonly explode?: boolean
}

/** What is generated from a document: `constants.ts` and `parsers.ts`. */
export interface HttpContract {
  readonly operations: Named<{
    readonly method: string
    readonly path: string
    readonly parameters: { readonly [In in Place]: Named<Kinds> }
    readonly requestBody: { readonly contentType: string; readonly required: boolean } | null
    readonly responses: Named<{ readonly body: { readonly contentType: string } | null }>
  }>
  readonly requestParsers: Named<{
    readonly body: Parsers | null
    readonly parameters: { readonly [In in Place]: Named<Parsers & { readonly required: boolean }> }
  }>
  readonly responseParsers: Named<Named<{ readonly body: Parsers | null }>>
}

type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined

/** The parameters and the body of an operation, as the types of the document say. */
export type OperationInput<O> = {
  [In in Place]: O extends { parameters: { [P in In]?: infer V } } ? NonNullable<V> : never
} & {
  body: O extends { requestBody: infer B }
    ? Content<B>
    : O extends { requestBody?: infer B }
      ? Content<NonNullable<B>> | undefined
      : undefined
  /** The whole request; its body has been read. */
  request: Request
}

/** A documented answer. A status of a range, or one that only `default` covers, is any number. */
export type OperationAnswer<O> = O extends { responses: infer R }
  ? {
      [Status in keyof R]: {
        status: Status extends number ? Status : number
        headers?: Record<string, string>
      } & (Content<R[Status]> extends infer Body
        ? undefined extends Body
          ? { body?: Body }
          : { body: Body }
        : never)
    }[keyof R]
  : never

/** One function per operation: a missing one is an error of the compiler. */
export type OperationHandlers<Operations> = {
  [Id in keyof Operations]: (
    input: OperationInput<Operations[Id]>,
  ) => OperationAnswer<Operations[Id]> | Promise<OperationAnswer<Operations[Id]>>
}

type AnyHandler = (input: unknown) => unknown

/**
 * Answers requests by the operations of a document: 404 and 405 for what it does not have, 415 and 400 with issues
 * for a request that it does not allow, and else what the handler answers. Throws if a handler throws, or answers
 * what the document does not.
 */
export function createRoutes<Operations>(
  contract: HttpContract,
  handlers: OperationHandlers<Operations>,
): (request: Request) => Promise<Response> {
  const routes = Object.entries(contract.operations).map(([id, { method, path }]) => {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
    const source = path
      .split(/\{[^}]+\}/)
      .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
      .join('([^/]+)')
    return { id, method, names, pattern: new RegExp(`^${source}$`) }
  })
  // A path without parameters comes before one that could take its place.
  routes.sort((a, b) => a.names.length - b.names.length)
  return async (request) => {
    const { pathname } = new URL(request.url)
    const known = routes.filter(({ pattern }) => pattern.test(pathname))
    const route = known.find(({ method }) => method === request.method)
    if (route === undefined) {
      const allow = known
        .map(({ method }) => method)
        .sort()
        .join(', ')
      return known.length === 0 ? problem(404) : problem(405, { headers: { allow } })
    }
    const values = route.pattern.exec(pathname)?.slice(1).map(decode) ?? []
    const path = Object.fromEntries(route.names.map((name, index) => [name, values[index] ?? '']))
    const read = await readRequest(contract, { id: route.id, request, path })
    if (read instanceof Response) return read
    const answer = await (handlers as Record<string, AnyHandler>)[route.id]?.({ ...read, request })
    return toResponse(contract, route.id, answer as Answer)
  }
}

interface Asked {
  id: string
  request: Request
  path: Record<string, string>
}

async function readRequest(contract: HttpContract, { id, request, path }: Asked) {
  const operation = contract.operations[id]
  const parsers = contract.requestParsers[id]
  const textOf = createTextReader(request, path)
  const issues: Issue[] = []
  const input: Record<string, unknown> = {}
  for (const place of ['path', 'query', 'header', 'cookie'] as const) {
    const found: Record<string, unknown> = {}
    for (const [name, { required, sent }] of Object.entries(parsers?.parameters[place] ?? {})) {
      const given = textOf[place](name)
      const at = `/${place}/${name}`
      if (given === undefined) {
        if (required) issues.push({ path: at, message: 'is required', keyword: 'required' })
        continue
      }
      const value = convert(given, operation?.parameters[place][name])
      const result = sent?.(value) ?? { ok: true as const, value }
      if (result.ok) found[name] = result.value
      else issues.push(...result.issues.map((issue) => ({ ...issue, path: at + issue.path })))
    }
    input[place] = found
  }
  const body = await readContent(request, operation?.requestBody ?? null)
  if (body instanceof Response) return body
  if (body.value !== undefined && parsers?.body?.sent) {
    const result = parsers.body.sent(body.value)
    if (!result.ok)
      issues.push(...result.issues.map((issue) => ({ ...issue, path: `/body${issue.path}` })))
  }
  return issues.length > 0 ? problem(400, { issues }) : { ...input, body: body.value }
}

type Texts = string | string[] | undefined

/** The text of a parameter, by place and name. */
function createTextReader(
  { url, headers }: Request,
  path: Record<string, string>,
): { [In in Place]: (name: string) => Texts } {
  const { searchParams } = new URL(url)
  const pairs = (headers.get('cookie') ?? '').split(/; */).map((pair) => pair.split(/=(.*)/s))
  const cookies = new Map(pairs.map(([name = '', value = '']) => [name, value]))
  return {
    path: (name) => path[name],
    query: (name) => (searchParams.has(name) ? searchParams.getAll(name) : undefined),
    header: (name) => headers.get(name) ?? undefined,
    cookie: (name) => cookies.get(name),
  }
}

/** A text as the kind of value that its schema takes. */
function convert(given: string | string[], kinds: Kinds | undefined): unknown {
  const { kind = null, items = null, explode = true } = kinds ?? {}
  if (kind === 'array') {
    const list = explode ? [given].flat() : [given].flat().flatMap((text) => text.split(','))
    return list.map((text) => convert(text, { kind: items }))
  }
  const text = [given].flat().at(-1) ?? ''
  if (
    (kind === 'integer' || kind === 'number') &&
    text.trim() !== '' &&
    !Number.isNaN(Number(text))
  )
    return Number(text)
  return kind === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text
}

async function readContent(
  request: Request,
  body: { readonly contentType: string; readonly required: boolean } | null,
): Promise<{ value?: unknown } | Response> {
  if (body === null) return {}
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (request.body === null && type === '')
    return body.required
      ? problem(400, { issues: [{ path: '/body', message: 'is required', keyword: 'required' }] })
      : {}
  if (/[/+]json$/.test(body.contentType)) {
    if (!/[/+]json$/.test(type)) return problem(415)
    const text = await request.text()
    try {
      return { value: JSON.parse(text) }
    } catch {
      return problem(400, { issues: [{ path: '/body', message: 'is not JSON', keyword: 'type' }] })
    }
  }
  if (type !== body.contentType) return problem(415)
  if (type.startsWith('text/')) return { value: await request.text() }
  return {
    value: /form/.test(type)
      ? Object.fromEntries(await request.formData())
      : await request.arrayBuffer(),
  }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

function toResponse(
  contract: HttpContract,
  id: string,
  { status, headers = {}, body }: Answer,
): Response {
  const documented = answerOf(contract.responseParsers[id], status)
  if (documented === undefined) throw new Error(`${id} does not document the status ${status}.`)
  const result = documented.body?.sent?.(body)
  if (result?.ok === false) {
    const told = result.issues.map(({ path, message }) => `${path} ${message}`).join('; ')
    throw new Error(
      `${id} answers ${status} with a body that differs from the documented one: ${told}`,
    )
  }
  const type = answerOf(contract.operations[id]?.responses, status)?.body?.contentType
  const isRaw = body === undefined || typeof body === 'string' || body instanceof ArrayBuffer
  const content = isRaw && !/[/+]json$/.test(type ?? '') ? body : JSON.stringify(body)
  const own: Record<string, string> =
    type === undefined || body === undefined ? {} : { 'content-type': type }
  return new Response((content as string | undefined) ?? null, {
    status,
    headers: { ...own, ...headers },
  })
}

/** The documented response for a status: its own, that of its range, or the default. */
const answerOf = <T>(byStatus: Named<T> = {}, status: number): T | undefined =>
  byStatus[status] ?? byStatus[`${Math.floor(status / 100)}XX`] ?? byStatus.default

/** The body of an answer, as its reader takes it. Not ok for a status that is not documented. */
export function readAnswer(
  contract: HttpContract,
  { id, status, body }: { id: string; status: number; body: unknown },
): ParseResult<unknown> {
  const documented = answerOf(contract.responseParsers[id], status)
  if (documented === undefined) {
    const message = `${status} is not documented`
    return { ok: false, issues: [{ path: '', message, keyword: 'status' }] }
  }
  return documented.body?.received?.(body) ?? { ok: true, value: body, departures: [] }
}

function problem(
  status: number,
  { issues, headers = {} }: { issues?: Issue[]; headers?: Record<string, string> } = {},
): Response {
  const titles: Record<number, string> = {
    400: 'The request does not match the operation.',
    404: 'There is no such path.',
    405: 'The path does not support this method.',
    415: 'The operation does not accept this content type.',
  }
  const body = JSON.stringify({ title: titles[status], status, ...(issues && { issues }) })
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
