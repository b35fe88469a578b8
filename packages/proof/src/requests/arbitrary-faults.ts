import { METHODS } from 'node:http'
import { constants } from '@partner-platform/types'
import fc from 'fast-check'
import { fillPath, isPathOf } from '../document.ts'
import type { HeaderLine } from '../http/exchange.ts'
import { otherLines, withQuery } from './arbitrary-requests.ts'
import { lineOf, linesOf, type RequestCase, type RequestWorld } from './read-operations.ts'

type Fault = {
  status: number
  lines: fc.Arbitrary<HeaderLine[]>
  /** @default those of a request that is right */
  target?: string
  body?: fc.Arbitrary<string>
}

/** Requests to the operation that break one rule of the contract, by each way that we know. */
export function faultyRequest(world: RequestWorld): fc.Arbitrary<RequestCase> {
  const { sample } = world
  const { method } = world.operation
  const toCase = ([kind, fault]: [string, Fault]) =>
    fc
      .record({
        own: fault.lines,
        others: otherLines(world),
        body: fault.body ?? fc.constant(sample.body),
      })
      .map(({ own, others, body }): RequestCase => {
        const { status, target = sample.target } = fault
        const known = new Set(own.map(([name]) => name.toLowerCase()))
        const more = [...sample.headers, ...others]
        const headers = [...own, ...more.filter(([name]) => !known.has(name.toLowerCase()))]
        return { kind, status, request: { method, target, headers, body } }
      })
  return fc.oneof(...Object.entries({ ...faultsOf(world), ...ofParts(world) }).map(toCase))
}

/** Faults of what the operation is asked for; the key is right. */
function ofParts({ operation, keys: { own }, source }: RequestWorld): Record<string, Fault> {
  const { path, keys, body, security } = operation
  const lines = linesOf(security, own)
  const typed = fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data')
  const nowhere = fillPath(path, Object.fromEntries(keys.map(({ name }) => [name, '~'])))
  return {
    ...(keys.some(({ schema }) => !source.accepts(schema, '~')) && {
      'unreadable path': { lines, status: 400, target: nowhere },
    }),
    ...(body !== undefined && {
      'no JSON': { lines, status: 400, body: fc.constantFrom('', '{', 'null,', '{"a":1}}') },
      'too large': {
        lines,
        status: 413,
        body: fc.constant(JSON.stringify('a'.repeat(constants.bodyLimitBytes))),
      },
      'another type': {
        status: 415,
        lines: fc
          .tuple(lines, typed)
          .map(([some, type]): HeaderLine[] => [...some, ['Content-Type', type]]),
      },
      'broken body': {
        lines,
        status: 422,
        body: fc
          .jsonValue()
          .filter((value) => !source.accepts(body, value))
          .map((value) => JSON.stringify(value)),
      },
    }),
  }
}

function faultsOf(world: RequestWorld): Record<string, Fault> {
  const { operation, keys, source } = world
  const { security } = operation
  const { target, status } = world.sample
  const any = fc.constantFrom(...security)
  const withOrigin = (key: string) =>
    fc
      .tuple(otherOrigin(world), linesOf(security, key))
      .map(([value, lines]): HeaderLine[] => [['Origin', value], ...lines])
  return {
    'no key': { status: 401, lines: fc.constant([]) },
    'broken key': {
      status: 401,
      lines: brokenKey(keys.own).chain((key) => linesOf(security, key)),
    },
    'revoked key': { status: 401, lines: linesOf(security, keys.revoked) },
    'key of another environment': { status: 403, lines: linesOf(security, keys.other) },
    'repeated header': {
      status: 401,
      lines: any.chain((one) => fc.tuple(lineOf(one, keys.own), lineOf(one, keys.own))),
    },
    ...(security.length > 1 && {
      'two different keys': {
        status: 401,
        lines: fc
          .tuple(any, any)
          .filter(([one, other]) => one !== other)
          .chain(([one, other]) => fc.tuple(lineOf(one, keys.own), lineOf(other, keys.other))),
      },
    }),
    'another scheme': {
      status: 401,
      lines: fc
        .tuple(fc.constantFrom('Basic', 'Token', 'Bearer:', 'Digest'), linesOf(security, keys.own))
        .map(([word, lines]): HeaderLine[] => [
          ['Authorization', `${word} ${keys.own}`],
          ...lines.filter(([name]) => name.toLowerCase() !== 'authorization'),
        ]),
    },
    'key in a cookie': { status: 401, lines: fc.constant([['Cookie', `x-api-key=${keys.own}`]]) },
    'key in the query': {
      status: 401,
      lines: fc.constant([]),
      target: withQuery(target, `x-api-key=${keys.own}`),
    },
    'origin that is not allowed': { status: 403, lines: withOrigin(keys.own) },
    'revoked key, other origin': { status: 401, lines: withOrigin(keys.revoked) },
    // A parameter that cannot be read is ignored, says the document of its only one.
    ...Object.fromEntries(
      operation.headers.map(({ name, schema }) => [
        `unreadable ${name}`,
        {
          status,
          lines: fc
            .tuple(
              printable(30).filter((value) => !source.accepts(schema, value)),
              linesOf(security, keys.own),
            )
            .map(([value, lines]): HeaderLine[] => [[name, value], ...lines]),
        },
      ]),
    ),
  }
}

const printable = (length: number) => fc.stringMatching(new RegExp(`^[!-~]{1,${length}}$`))

/** A key with a character changed, cut or added, and texts that are none. */
const brokenKey = (own: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.nat(own.length - 1), fc.constantFrom('0', 'a', 'Z', '_'))
      .map(([at, letter]) =>
        own[at] === letter ? `${own}${letter}` : own.slice(0, at) + letter + own.slice(at + 1),
      ),
    fc.nat(own.length - 1).map((length) => own.slice(0, length) || 'x'),
    printable(60).map((one) => own + one),
    printable(60),
  )

const otherOrigin = ({ allowedOrigin }: RequestWorld): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.webAuthority().map((host) => `https://${host}`),
      fc.constantFrom(
        ...['null', '*', 'https://', `${allowedOrigin}/`, `${allowedOrigin}:443`],
        ...[allowedOrigin.toUpperCase(), `${allowedOrigin}.evil.test`, ` ${allowedOrigin},a`],
        allowedOrigin.replace('https', 'http'),
      ),
    )
    .filter((value) => value.trim() !== allowedOrigin)

/** Requests for what the document does not have: other methods, other paths. */
export const strangeRequest = (world: RequestWorld): fc.Arbitrary<RequestCase> =>
  fc
    .tuple(
      fc.oneof(otherMethod(world), otherPath(world)),
      linesOf(world.operation.security, world.keys.own),
      otherLines(world),
    )
    .map(([{ method, target, status, kind }, credentials, others]) => ({
      kind,
      status,
      request: { method, target, headers: [...credentials, ...others] },
    }))

type Strange = { kind: string; method: string; target: string; status: number }

/** Those that HTTP itself defines are answered by any server. */
const ownOfHttp = ['HEAD', 'OPTIONS', 'CONNECT']

function otherMethod(world: RequestWorld): fc.Arbitrary<Strange> {
  const { target } = world.sample
  const own = world.all.filter(({ path }) => path === world.operation.path)
  const known = [...own.map(({ method }) => method), ...ownOfHttp]
  return fc
    .constantFrom(...METHODS.filter((one) => !known.includes(one)))
    .map((one) => ({ kind: 'another method', method: one, target, status: 405 }))
}

function otherPath(world: RequestWorld): fc.Arbitrary<Strange> {
  const { method } = world.operation
  const [path = ''] = world.sample.target.split('?')
  return fc
    .oneof(
      fc.webPath().map((one) => one || '/'),
      fc.webSegment().map((one) => `${path}/${one}x`),
      fc.nat(path.length - 1).map((at) => `/${path.slice(1, at + 1)}~${path.slice(at + 1)}`),
      fc.nat(path.length - 2).map((length) => path.slice(0, length + 1)),
      fc.constantFrom(
        `${path}/`,
        path.toUpperCase(),
        `/${path}`,
        `${path}.json`,
        path.replace('v1', 'v2'),
      ),
    )
    .filter((target) => target.startsWith('/') && !target.includes('?'))
    .filter((target) => !world.all.some((one) => isPathOf(one.path, target)))
    .map((target) => ({ kind: 'another path', method, target, status: 404 }))
}
