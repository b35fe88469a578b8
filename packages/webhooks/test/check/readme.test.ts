import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkReadme } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { statusOf } from '../../src/errors.ts'
import { createSecret, webhookErrors } from '../../src/index.ts'

const path = join(import.meta.dirname, '../../README.md')
const readme = readFileSync(path, 'utf8')

const ambient = `
import type { AcceptedDelivery, QuarantinedDelivery, WebhookEvent } from '@partner-platform/webhooks'
declare global {
  var inbox: {
    add: (key: string, body: Uint8Array, notes: string[]) => Promise<boolean>
    store: (event: WebhookEvent, delivery: AcceptedDelivery) => Promise<void>
    keep: (delivery: QuarantinedDelivery) => Promise<void>
  }
  var quarantine: { add: (code: string, body: Uint8Array, verified: boolean) => void }
  var queue: string[]
  var vault: { secrets: () => Promise<string[]> }
}
globalThis.inbox = { add: async () => true, store: async () => {}, keep: async () => {} }
globalThis.quarantine = { add: () => {} }
globalThis.queue = []
`

describe('README', () => {
  it('has examples that compile and run', async () => {
    const env = { WEBHOOK_SECRET: createSecret() }
    expect(await checkReadme(path, { ambient, env })).toBe(2)
  })

  it('lists every code as the package answers it', () => {
    const rows = Object.entries(webhookErrors).map(
      ([code, { outcome, means, next }]) =>
        `| \`${code}\` | ${statusOf(outcome)} | ${means} | ${next} |`,
    )
    const table = ['| code | status | when | what to do |', '| --- | --- | --- | --- |', ...rows]
    // Without the padding of cells, which the formatter chooses.
    const lines = readme
      .split('\n')
      .map((line) => line.replaceAll(/ +\|/g, ' |').replaceAll(/-+/g, '-'))
    expect(lines.join('\n')).toContain(table.join('\n').replaceAll(/-+/g, '-'))
  })
})
