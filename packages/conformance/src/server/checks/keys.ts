import type { ErrorResponse } from '@partner-platform/types'
import { passedIf, unseen } from '../../engine/check.ts'
import { describeSent, hasStatus, sendInTurn } from '../../engine/run.ts'
import type { Answer } from '../../http/exchange.ts'
import { answers, bodyOf, memberOf, refuses, refusesKeys, toServerChecks } from '../server-check.ts'
import { asBearer, asHeader, bearer, keyHeader, openKey } from '../server-kit.ts'

const authorization = 'Authorization'
const basic = Buffer.from('partner:secret').toString('base64')

/** How keys are taken and refused, two keys in one call, and two refusals side by side. */
export const keyChecks = toServerChecks({
  '5.2 bearer-key': {
    title: 'accepts a key as a bearer token',
    next: 'Take the key from Authorization: Bearer. If the server already does, check that the base URL belongs to the environment of the key.',
    ...answers(200, async (kit) => [await kit.byBearer()]),
  },
  '5.2 header-key': {
    title: `accepts a key in ${keyHeader}`,
    next: `Accept the key in ${keyHeader}, too.`,
    ...answers(200, async (kit) => [await kit.byHeader()]),
  },
  '5.4 no-key': {
    title: 'refuses a call without a key',
    next: 'Answer 401 if no key is given.',
    ...refuses(401, async (kit) => [await kit.unauthorized()]),
  },
  '5.4 unknown-key': {
    title: 'refuses an unknown key',
    next: 'Look the key up, and answer 401 if it is not found: its form proves nothing.',
    ...refusesKeys(({ unknownKey }) => [[asBearer(unknownKey)], [asHeader(unknownKey)]]),
  },
  '5.4 malformed-key': {
    title: 'refuses invalid keys, and answers each',
    next: 'Compare the whole key, and never throw on an invalid one.',
    ...refusesKeys(({ keys: { own } }) => [
      [asBearer({ value: `${own.value}x`, shell: `\${${own.shell.slice(1)}}x` })],
      [asHeader({ value: own.value.slice(0, -1), shell: `\${${own.shell.slice(1)}%?}` })],
      [asHeader(openKey('null'))],
      [[authorization, bearer]],
      [asHeader(openKey('a'.repeat(4_000)))],
    ]),
  },
  '5.4 revoked-key': {
    title: 'refuses a key that was revoked',
    next: 'Answer 401 to a revoked key.',
    needs: 'revokedKey',
    ...refusesKeys(({ keys: { revoked } }) =>
      revoked ? [[asBearer(revoked)], [asHeader(revoked)]] : [],
    ),
  },
  '5.4, D-019 other-scheme': {
    title: 'refuses any other authentication scheme',
    next: 'Accept only bearer tokens.',
    ...refusesKeys(({ keys: { own } }) => [
      [[authorization, `Basic ${basic}`]],
      [[authorization, `Token ${own.value}`, `Token ${own.shell}`]],
      [[authorization, own.value, own.shell]],
    ]),
  },
  '5.4, 5.2, D-019 key-elsewhere': {
    title: 'does not take a key from the query or a cookie',
    next: 'Take keys from the two headers only: URLs end up in logs.',
    ...refuses(401, async ({ call, keys: { own } }) => {
      const query = { value: `${keyHeader}=${own.value}`, shell: `${keyHeader}=${own.shell}` }
      return [await call([], { query }), await call([['Cookie', query.value, query.shell]])]
    }),
  },
  'D-019 equal-keys': {
    title: 'accepts the same key in both headers',
    next: 'If both headers are present, compare them, and accept them if they are equal.',
    ...answers(200, async ({ call, keys: { own } }) => [
      await call([asBearer(own), asHeader(own)]),
    ]),
  },
  'D-019 keys-that-differ': {
    title: 'refuses two keys that differ, and repeated headers',
    next: 'Refuse a call whose keys differ or repeat: a proxy may take the other one.',
    ...refusesKeys(({ keys: { own }, unknownKey }) => [
      [asBearer(own), asHeader(unknownKey)],
      [asBearer(unknownKey), asHeader(own)],
      [asHeader(own), asHeader(own)],
    ]),
  },
  'D-017 causes-look-alike': {
    title: 'gives all causes of 401 the same answer',
    expected: 'bodies that are equal except for the request id',
    next: 'Give a missing, a malformed, an unknown and a revoked key the same answer.',
    async run(kit) {
      const { unknownKey, keys } = kit
      const others = [unknownKey, openKey('null'), ...(keys.revoked ? [keys.revoked] : [])]
      const missing = await kit.unauthorized()
      const sent = [missing, ...(await sendInTurn(others, (key) => kit.call([asHeader(key)])))]
      const said = describeSent(sent)
      if (!sent.every((one) => hasStatus(one, 401))) {
        return { sent, verdict: unseen(said, 'Make the server answer 401 to each of them first.') }
      }
      const { size } = new Set(sent.map((one) => withoutRequestId(one.answer)))
      const full = `${size === 1 ? 'the same answer' : `${size} different answers`} for ${sent.length} causes`
      return { sent, verdict: passedIf(size === 1, size === 1 ? full : `${full}: ${said}`) }
    },
  },
})

/** A body as text, without the one value that differs from call to call. */
function withoutRequestId(answer: Answer): string {
  const text = new TextDecoder().decode(answer.body)
  const error = memberOf(bodyOf(answer), 'error' satisfies keyof ErrorResponse)
  const id = memberOf(error, 'requestId' satisfies keyof NonNullable<ErrorResponse['error']>)
  return typeof id === 'string' && id !== '' ? text.replaceAll(id, '') : text
}
