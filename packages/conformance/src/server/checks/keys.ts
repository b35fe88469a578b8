import type { ErrorResponse } from '@partner-platform/types'
import { describeSent } from '../../engine/run.ts'
import { passed, unseen, wrong } from '../../engine/verdict.ts'
import type { Answer, HeaderLine } from '../../http/exchange.ts'
import { bodyOf, expectRefusal, expectStatus, memberOf } from '../expect-status.ts'
import {
  asBearer,
  asHeader,
  bearer,
  hasStatus,
  keyHeader,
  openKey,
  type ServerCheck,
  type ServerKit,
} from '../server-kit.ts'

type Texts = Pick<ServerCheck, 'id' | 'title' | 'next'> & Partial<ServerCheck>

/** Calls that must be refused as if they had no key. */
const refuses = (
  texts: Texts,
  headersOf: (kit: ServerKit) => readonly (readonly HeaderLine[])[],
): ServerCheck => ({
  rule: '5.4',
  severity: 'must',
  expected: '401',
  ...texts,
  async run(kit) {
    const sent = []
    for (const headers of headersOf(kit)) sent.push(await kit.call(headers))
    return expectRefusal(kit, sent, 401)
  },
})

const authorization = 'Authorization'
const basic = Buffer.from('partner:secret').toString('base64')

/** How keys are taken and refused. */
export const keyChecks: readonly ServerCheck[] = [
  {
    id: 'bearer-key',
    rule: '5.2',
    title: 'takes a key as bearer token',
    severity: 'must',
    expected: '200',
    next: 'Take the key from Authorization: Bearer. If it is right, compare the base URL with the environment of the key.',
    run: async (kit) => expectStatus([await kit.byBearer()], 200),
  },
  {
    id: 'header-key',
    rule: '5.2',
    title: `takes a key in ${keyHeader}`,
    severity: 'must',
    expected: '200',
    next: `Take the key from ${keyHeader} as well.`,
    run: async (kit) => expectStatus([await kit.byHeader()], 200),
  },
  {
    id: 'no-key',
    rule: '5.4',
    title: 'refuses a call without a key',
    severity: 'must',
    expected: '401',
    next: 'Answer 401 if no key is given.',
    run: async (kit) => expectRefusal(kit, [await kit.unauthorized()], 401),
  },
  refuses(
    {
      id: 'unknown-key',
      title: 'refuses a key that nobody has',
      next: 'Look the key up, and answer 401 if it is not found: its form proves nothing.',
    },
    ({ unknownKey }) => [[asBearer(unknownKey)], [asHeader(unknownKey)]],
  ),
  refuses(
    {
      id: 'malformed-key',
      title: 'refuses invalid keys, and answers each',
      next: 'Compare the whole key, and never throw on an invalid one.',
    },
    ({ keys: { own } }) => [
      [asBearer({ value: `${own.value}x`, shell: `\${${own.shell.slice(1)}}x` })],
      [asHeader({ value: own.value.slice(0, -1), shell: `\${${own.shell.slice(1)}%?}` })],
      [asHeader(openKey('null'))],
      [[authorization, bearer]],
      [asHeader(openKey('a'.repeat(4_000)))],
    ],
  ),
  refuses(
    {
      id: 'revoked-key',
      title: 'refuses a key that was revoked',
      next: 'Answer 401 to a revoked key.',
      needs: 'revokedKey',
    },
    ({ keys: { revoked } }) => (revoked ? [[asBearer(revoked)], [asHeader(revoked)]] : []),
  ),
  refuses(
    {
      id: 'other-scheme',
      see: ['D-019'],
      title: 'refuses another scheme of authentication',
      next: 'Take a bearer token, and no other scheme.',
    },
    ({ keys: { own } }) => [
      [[authorization, `Basic ${basic}`]],
      [[authorization, `Token ${own.value}`, `Token ${own.shell}`]],
      [[authorization, own.value, own.shell]],
    ],
  ),
  {
    id: 'key-elsewhere',
    rule: '5.4',
    see: ['5.2', 'D-019'],
    title: 'does not take a key from the query or a cookie',
    severity: 'must',
    expected: '401',
    next: 'Take keys from the two headers only: URLs end up in logs.',
    async run(kit) {
      const { own } = kit.keys
      const query = { value: `${keyHeader}=${own.value}`, shell: `${keyHeader}=${own.shell}` }
      const cookie: HeaderLine = ['Cookie', query.value, query.shell]
      const sent = [await kit.call([], { query }), await kit.call([cookie])]
      return expectRefusal(kit, sent, 401)
    },
  },
]

/** What is made of two keys in one call, and of two refusals side by side. */
export const keyPairChecks: readonly ServerCheck[] = [
  {
    id: 'equal-keys',
    rule: 'D-019',
    title: 'takes the same key in both headers',
    severity: 'advice',
    expected: '200',
    next: 'Where both headers are there, compare them, and go on if they are equal.',
    async run(kit) {
      const { own } = kit.keys
      return expectStatus([await kit.call([asBearer(own), asHeader(own)])], 200)
    },
  },
  refuses(
    {
      id: 'keys-that-differ',
      rule: 'D-019',
      severity: 'advice',
      title: 'refuses two keys that differ, and repeated headers',
      next: 'Refuse a call whose keys differ or repeat: a proxy may take the other one.',
    },
    ({ keys: { own }, unknownKey }) => [
      [asBearer(own), asHeader(unknownKey)],
      [asBearer(unknownKey), asHeader(own)],
      [asHeader(own), asHeader(own)],
    ],
  ),
  {
    id: 'causes-look-alike',
    rule: 'D-017',
    title: 'gives all causes of 401 the same answer',
    severity: 'advice',
    expected: 'bodies that are equal but for the id of the request',
    next: 'Give a missing, a malformed, an unknown and a revoked key the same answer.',
    async run(kit) {
      const { unknownKey, keys } = kit
      const others = [unknownKey, openKey('null'), ...(keys.revoked ? [keys.revoked] : [])]
      const sent = [await kit.unauthorized()]
      for (const key of others) sent.push(await kit.call([asHeader(key)]))
      const said = describeSent(sent)
      if (!sent.every((one) => hasStatus(one, 401))) {
        return { sent, verdict: unseen(said, 'Make it answer 401 to each of them first.') }
      }
      const bodies = new Set(sent.map((one) => withoutRequestId(one.answer)))
      const full = `${bodies.size === 1 ? 'the same' : bodies.size} for ${sent.length} causes`
      return { sent, verdict: bodies.size === 1 ? passed(full) : wrong(`${full}: ${said}`) }
    },
  },
]

/** A body as text, without the one value that differs from call to call. */
function withoutRequestId(answer: Answer): string {
  const text = new TextDecoder().decode(answer.body)
  const error = memberOf(bodyOf(answer), 'error' satisfies keyof ErrorResponse)
  const id = memberOf(error, 'requestId' satisfies keyof ErrorResponse['error'])
  return typeof id === 'string' && id !== '' ? text.replaceAll(id, '') : text
}
