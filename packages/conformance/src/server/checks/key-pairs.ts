import type { ErrorResponse } from '@partner-platform/types'
import { describeSent } from '../../engine/describe-sent.ts'
import { passed, unseen, wrong } from '../../engine/verdict.ts'
import type { Answer } from '../../http/answer.ts'
import { expectStatus } from '../expect-status.ts'
import { hasStatus } from '../has-status.ts'
import { openKey } from '../key.ts'
import { bodyOf, memberOf } from '../read-body.ts'
import type { ServerCheck } from '../server-check.ts'
import { asBearer, asHeader } from '../server-kit.ts'
import { refuses } from './keys.ts'

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
