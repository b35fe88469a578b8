import { METHODS } from 'node:http'
import fc from 'fast-check'
import type { HeaderLine } from '../http/exchange.ts'
import { otherLines } from './arbitrary-requests.ts'
import { lineOf, linesOf } from './read-operations.ts'
import type { RequestCase, RequestWorld } from './request-case.ts'

type Fault = {
  kind: string
  status: number
  lines: fc.Arbitrary<HeaderLine[]>
  target?: string
  /** Whether the request is one that the document describes. @default true */
  isDocumented?: boolean
}

/** Requests to the operation that break one rule of the contract, by each way that we know. */
export function faultyRequest(world: RequestWorld): fc.Arbitrary<RequestCase> {
  const faults = [...credentialFaults(world), ...originFaults(world), ...parameterFaults(world)]
  return fc.oneof(
    ...faults.map(({ kind, status, lines, target, isDocumented }) =>
      fc.tuple(lines, otherLines(world)).map(([some, others]): RequestCase => {
        const known = new Set(some.map(([name]) => name.toLowerCase()))
        const headers = [...some, ...others.filter(([name]) => !known.has(name.toLowerCase()))]
        const { method, path } = world.operation
        return {
          ...{ kind, status, isDocumented: isDocumented ?? true },
          request: { method, target: target ?? path, headers },
        }
      }),
    ),
  )
}

function credentialFaults({ operation, keys }: RequestWorld): Fault[] {
  const { security, path } = operation
  const text = fc.stringMatching(/^[!-~]{1,60}$/)
  const broken = fc.oneof(
    fc
      .tuple(fc.nat(keys.own.length - 1), fc.constantFrom('0', 'a', 'Z', '_'))
      .map(([at, letter]) => {
        const { own } = keys
        return own[at] === letter
          ? `${own}${letter}`
          : own.slice(0, at) + letter + own.slice(at + 1)
      }),
    fc.nat(keys.own.length - 1).map((length) => keys.own.slice(0, length) || 'x'),
    text.map((one) => keys.own + one),
    text,
  )
  const any = fc.constantFrom(...security)
  const pair = fc.tuple(any, any)
  return [
    { kind: 'no key', status: 401, lines: fc.constant([]), isDocumented: false },
    { kind: 'broken key', status: 401, lines: broken.chain((key) => linesOf(security, key)) },
    { kind: 'revoked key', status: 401, lines: linesOf(security, keys.revoked) },
    { kind: 'key of another environment', status: 403, lines: linesOf(security, keys.other) },
    {
      kind: 'repeated header',
      status: 401,
      lines: any.chain((one) => fc.tuple(lineOf(one, keys.own), lineOf(one, keys.own))),
    },
    {
      kind: 'two different keys',
      status: 401,
      lines: pair
        .filter(([one, other]) => one !== other)
        .chain(([one, other]) => fc.tuple(lineOf(one, keys.own), lineOf(other, keys.other))),
    },
    {
      kind: 'another scheme',
      isDocumented: false,
      status: 401,
      lines: fc
        .tuple(fc.constantFrom('Basic', 'Token', 'Bearer:', 'Digest'), linesOf(security, keys.own))
        .map(([word, lines]): HeaderLine[] => [
          ['Authorization', `${word} ${keys.own}`],
          ...lines.filter(([name]) => name.toLowerCase() !== 'authorization'),
        ]),
    },
    {
      kind: 'key in a cookie',
      isDocumented: false,
      status: 401,
      lines: fc.constant([['Cookie', `x-api-key=${keys.own}`]]),
    },
    {
      kind: 'key in the query',
      isDocumented: false,
      status: 401,
      lines: fc.constant([]),
      target: `${path}?x-api-key=${keys.own}`,
    },
  ]
}

function originFaults({ operation, keys, allowedOrigin }: RequestWorld): Fault[] {
  const origin = fc
    .oneof(
      fc.webAuthority().map((host) => `https://${host}`),
      fc.constantFrom(
        ...['null', '*', 'https://', `${allowedOrigin}/`, `${allowedOrigin}:443`],
        ...[allowedOrigin.toUpperCase(), `${allowedOrigin}.evil.test`, ` ${allowedOrigin},a`],
        allowedOrigin.replace('https', 'http'),
      ),
    )
    .filter((value) => value.trim() !== allowedOrigin)
  const withKey = (key: string) =>
    fc
      .tuple(origin, linesOf(operation.security, key))
      .map(([value, lines]): HeaderLine[] => [['Origin', value], ...lines])
  return [
    { kind: 'origin that is not allowed', status: 403, lines: withKey(keys.own) },
    { kind: 'revoked key, other origin', status: 401, lines: withKey(keys.revoked) },
  ]
}

/** One that cannot be read is as none, says the document of its only parameter. */
function parameterFaults({ operation, source, keys }: RequestWorld): Fault[] {
  return operation.headers.map(({ name, schema }) => ({
    kind: `unreadable ${name}`,
    isDocumented: false,
    status: 200,
    lines: fc
      .tuple(
        fc.stringMatching(/^[!-~]{1,30}$/).filter((value) => !source.accepts(schema, value)),
        linesOf(operation.security, keys.own),
      )
      .map(([value, lines]): HeaderLine[] => [[name, value], ...lines]),
  }))
}

/** Requests for what the document does not have: other methods, other paths. */
export const strangeRequest = (world: RequestWorld): fc.Arbitrary<RequestCase> =>
  fc
    .tuple(
      fc.oneof(otherMethod(world), otherPath(world)),
      linesOf(world.operation.security, world.keys.own),
      otherLines(world),
    )
    .map(([{ method, target, status, kind }, credentials, others]) => ({
      ...{ kind, status, isDocumented: false },
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
