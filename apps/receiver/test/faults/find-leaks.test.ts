import { createSecret } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import { findLeaks } from '../../src/testing/audit-inbox.ts'
import { createDelivery } from '../../src/testing/create-sender.ts'

const secret = createSecret()
const { body, signature } = createDelivery({ secret })
const all = ['companyName', 'firstName', 'lastName', 'email', 'body']
const logged = { event: 'kept', outcome: 'accepted', storageKey: 'ab'.repeat(32), notes: [] }

it.each<[string, string, string[]]>([
  ['a body', String(body), all],
  ['a body as JSON text', JSON.stringify({ body: String(body) }), all],
  ['a secret', `RECEIVER_SECRETS: ${secret}`, ['secret']],
  ['a signature', signature, ['signature']],
  ['nothing in a log', JSON.stringify(logged), []],
])('I10 finds %s', (_says, text, names) => {
  expect(findLeaks(['a line\n', text])).toEqual(names)
})
