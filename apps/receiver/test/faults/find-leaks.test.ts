import { createSecret } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import { createJsonLogger } from '../../src/index.ts'
import { findLeaks } from '../../src/testing/audit-inbox.ts'
import { createDelivery } from '../../src/testing/create-sender.ts'

const secret = createSecret()
const { body, signature } = createDelivery({ secret })
const personal = ['companyName', 'firstName', 'lastName', 'email']

it.each<[string, string, string[]]>([
  ['a body', String(body), [...personal, 'body']],
  ['a body as JSON text', JSON.stringify({ body: String(body) }), [...personal, 'body']],
  ['a secret', `RECEIVER_SECRETS: ${secret}`, ['secret']],
  ['a signature', signature, ['signature']],
])('I10 finds %s in what a process wrote', (_says, text, names) => {
  expect(findLeaks(['a line\n', text])).toEqual(names)
})

it('I10 finds nothing in a log as it is meant to be', () => {
  const lines: string[] = []
  const log = createJsonLogger({ write: (text) => lines.push(text) })
  log({ event: 'kept', outcome: 'accepted', storageKey: 'ab'.repeat(32), notes: ['tolerated'] })
  expect(lines).toHaveLength(1)
  expect(findLeaks(lines)).toEqual([])
})
