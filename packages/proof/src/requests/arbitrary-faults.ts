import { METHODS } from 'node:http'
import fc from 'fast-check'
import type { HeaderLine } from '../http/exchange.ts'
import { otherLines } from './arbitrary-requests.ts'
import type { RequestCase, RequestWorld } from './read-operations.ts'
import { lineOf, linesOf } from './read-operations.ts'

type Fault = {
  status: number
  lines: fc.Arbitrary<HeaderLine[]>
  target?: string
  /** Whether the request is one that the document describes. @default true */
  isDocumented?: boolean
}

/** Requests to the operation that break one rule of the contract, by each way that we know. */
export const faultyRequest = (world: RequestWorld): fc.Arbitrary<RequestCase> =>
  fc.oneof(
    ...Object.entries(faultsOf(world)).map(([kind, fault]) =>
      fc.tuple(fault.lines, otherLines(world)).map(([some, others]): RequestCase => {
        const { status, target = world.operation.path, isDocumented = true } = fault
        const known = new Set(some.map(([name]) => name.toLowerCase()))
        const headers = [...some, ...others.filter(([name]) => !known.has(name.toLowerCase()))]
        const { method } = world.operation
        return { kind, status, isDocumented, request: { method, target, headers } }
      }),
    ),
  )

function faultsOf(world: RequestWorld): Record<string, Fault> {
  const { operation, keys, source } = world
  const { security, path } = operation
  const any = fc.constantFrom(...security)
  const withOrigin = (key: string) =>
    fc
      .tuple(otherOrigin(world), linesOf(security, key))
      .map(([value, lines]): HeaderLine[] => [['Origin', value], ...lines])
  const undeclared = { status: 401, isDocumented: false }
  return {
    'no key': { ...undeclared, lines: fc.constant([]) },
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
    'two different keys': {
      status: 401,
      lines: fc
        .tuple(any, any)
        .filter(([one, other]) => one !== other)
        .chain(([one, other]) => fc.tuple(lineOf(one, keys.own), lineOf(other, keys.other))),
    },
    'another scheme': {
      ...undeclared,
      lines: fc
        .tuple(fc.constantFrom('Basic', 'Token', 'Bearer:', 'Digest'), linesOf(security, keys.own))
        .map(([word, lines]): HeaderLine[] => [
          ['Authorization', `${word} ${keys.own}`],
          ...lines.filter(([name]) => name.toLowerCase() !== 'authorization'),
        ]),
    },
    'key in a cookie': { ...undeclared, lines: fc.constant([['Cookie', `x-api-key=${keys.own}`]]) },
    'key in the query': {
      ...undeclared,
      lines: fc.constant([]),
      target: `${path}?x-api-key=${keys.own}`,
    },
    'origin that is not allowed': { status: 403, lines: withOrigin(keys.own) },
    'revoked key, other origin': { status: 401, lines: withOrigin(keys.revoked) },
    // A parameter that cannot be read is ignored, says the document of its only one.
    ...Object.fromEntries(
      operation.headers.map(({ name, schema }) => [
        `unreadable ${name}`,
        {
          status: 200,
          isDocumented: false,
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
      isDocumented: false,
      request: { method, target, headers: [...credentials, ...others] },
    }))

type Strange = { kind: string; method: string; target: string; status: number }

/** Those that HTTP itself defines are answered by any server. */
const ownOfHttp = ['HEAD', 'OPTIONS', 'CONNECT']

const otherMethod = ({ operation: { path, method } }: RequestWorld): fc.Arbitrary<Strange> =>
  fc
    .constantFrom(...METHODS.filter((one) => one !== method && !ownOfHttp.includes(one)))
    .map((one) => ({ kind: 'another method', method: one, target: path, status: 405 }))

const otherPath = ({ operation: { path, method }, paths }: RequestWorld): fc.Arbitrary<Strange> =>
  fc
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
    .filter((target) => !paths.includes(target) && target.startsWith('/') && !target.includes('?'))
    .map((target) => ({ kind: 'another path', method, target, status: 404 }))
