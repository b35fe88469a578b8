import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples, specsFolder } from '@partner-platform/fixtures/tables'
import {
  parseSubmissionUpdatedReceived,
  parseSubmissionUpdatedSent,
} from '@partner-platform/validators'
import { createSecret, parseWebhook } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { checkReceiver, type Result, rules } from '../src/index.ts'
import { receiverChecks } from '../src/receiver/check-receiver.ts'
import { serverChecks } from '../src/server/check-server.ts'
import { quickPauses as pauses } from './faulty/faulty-receiver.ts'
import { recordRequests } from './open-server.ts'

const checks = [...receiverChecks, ...serverChecks]
const read = (path: string) => readFileSync(join(specsFolder, path), 'utf8')

describe('rules', () => {
  const schemas = readdirSync(join(specsFolder, 'schemas')).map((name) => `schemas/${name}`)
  const texts = ['openapi.yaml', 'asyncapi.yaml', ...schemas].map(read)
  const marks = texts.flatMap((text) => [...text.matchAll(/x-source:\s*(\[[^\]]*\]|.*)/g)])
  const cited = marks.flatMap(([, list = '']) => list.split(/[[\],\s"']+/))
  const decisions = readdirSync(join(specsFolder, 'decisions')).map((name) => name.slice(0, 5))

  it.each(Object.entries(rules))('%s is a rule of the contract', (id, { from, says }) => {
    expect(from === 'source' ? cited : decisions).toContain(id)
    expect(says).toMatch(/^[A-Z].*\.$/)
  })

  it('are all in use, and the source decides over what must be', () => {
    const used = new Set(checks.flatMap(({ rule, see }) => [rule, ...see]))
    expect([...used].sort()).toEqual(Object.keys(rules).sort())
    const wrong = checks.filter(({ rule, severity }) => {
      return severity === 'must' && rules[rule].from !== 'source'
    })
    expect(wrong).toEqual([])
  })

  it.each([{ list: receiverChecks }, { list: serverChecks }])('have unique ids', ({ list }) => {
    const ids = list.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })
})

describe('deliveries', () => {
  /** Those that only readers take, by decision or by the tolerance of the source. */
  const tolerated = [
    ...['returned-with-remarks', 'unknown-member', 'too-deep', 'phone-with-spaces', 'null-phone'],
    ...['uuid-in-upper-case', 'timestamp-with-offset', 'link-without-tls'],
  ]
  const otherEvent = ['unknown-event', 'body-names-another-event']
  const unreadable = ['missing-comma', 'no-event', 'empty-body', 'not-utf-8', 'signed-as-text']
  const others = ['other-method', 'stalled-body', 'constant-time']

  it('are valid as the sender must write them, but for those that say otherwise', async () => {
    const recorder = await recordRequests()
    const secrets = [createSecret(), createSecret()]
    const bodies = new Map<string, Buffer[]>()
    const onResult = ({ id }: Result) => {
      const recorded = recorder.take()
      bodies.set(
        id,
        recorded.map(({ body }) => body),
      )
    }
    await checkReceiver({ url: recorder.url, secrets, pauses, onResult })
    await recorder.close()
    expect(bodies.size).toBe(receiverChecks.length)
    for (const [id, list] of bodies) {
      for (const body of list) {
        const isSent = parsesAs(parseSubmissionUpdatedSent, body)
        const isReceived = parsesAs(parseSubmissionUpdatedReceived, body)
        const isOdd = [...tolerated, ...otherEvent].includes(id)
        if (unreadable.includes(id)) expect(isSent, id).toBe(false)
        else if (!others.includes(id)) {
          expect({ id, isReceived, isSent }).toEqual({ id, isReceived: true, isSent: !isOdd })
        }
      }
    }
  })

  it('6.4.2 lack the comma that the sample of the source lacks', async () => {
    const sample = examples('SubmissionUpdated').find(({ name }) => name === 'returned-as-printed')
    const recorder = await recordRequests()
    const secrets = [createSecret()]
    await checkReceiver({ url: recorder.url, secrets, only: ['missing-comma'] })
    const body = recorder.take().at(-1)?.body.toString() ?? ''
    await recorder.close()
    const place = /\}\s+"remarks": "Please upload the passport again\."/
    expect(body).toMatch(place)
    expect(sample?.text).toMatch(place)
    const parsed = await parseWebhook({ body, headers: {}, verification: 'off' })
    expect(parsed).toMatchObject({ ok: false, code: 'invalid-json' })
  })
})

function parsesAs(parse: (value: unknown) => { ok: boolean }, body: Buffer): boolean {
  try {
    return parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))).ok
  } catch {
    return false
  }
}
