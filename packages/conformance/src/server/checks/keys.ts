import type { HeaderLine } from '../../http/outgoing.ts'
import { expectRefusal, expectStatus } from '../expect-status.ts'
import { openKey } from '../key.ts'
import { bearer, keyHeader } from '../operation.ts'
import type { ServerCheck } from '../server-check.ts'
import { asBearer, asHeader, type ServerKit } from '../server-kit.ts'

type Texts = Pick<ServerCheck, 'id' | 'title' | 'next'> & Partial<ServerCheck>

/** Calls that must be refused as if they had no key. */
export const refuses = (
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
    next: 'Answer 401 where no key is given.',
    run: async (kit) => expectRefusal(kit, [await kit.unauthorized()], 401),
  },
  refuses(
    {
      id: 'unknown-key',
      title: 'refuses a key that nobody has',
      next: 'Look the key up, and answer 401 where it is not found: its form proves nothing.',
    },
    ({ unknownKey }) => [[asBearer(unknownKey)], [asHeader(unknownKey)]],
  ),
  refuses(
    {
      id: 'malformed-key',
      title: 'refuses what is no key, and answers each',
      next: 'Compare the whole key, and never throw on what comes in its place.',
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
