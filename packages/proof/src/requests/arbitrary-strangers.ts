import { METHODS } from 'node:http'
import fc from 'fast-check'
import { otherLines } from './arbitrary-requests.ts'
import { linesOf } from './credentials.ts'
import type { RequestCase, RequestWorld } from './request-case.ts'

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
