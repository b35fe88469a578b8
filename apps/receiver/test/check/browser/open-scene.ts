import type { Database } from '@partner-platform/database'
import { examples } from '@partner-platform/fixtures/tables'
import type { Browser, BrowserContextOptions } from '@partner-platform/harness/browser'
import type { ReceiverOptions } from '../../../src/index.ts'
import { openReceiver } from '../../use-receiver.ts'

export type Scene = Awaited<ReturnType<typeof openScene>>

/** A receiver with its inbox page on free ports, the service that delivers to it, and a clock of its own. */
export async function openScene(given: Partial<ReceiverOptions> & { database: Database }) {
  const clock = { nowMs: Date.parse('2025-06-14T10:58:00.000Z') }
  const scene = await openReceiver({ now: () => clock.nowMs, ...given }, { inboxPort: 0 })
  return { ...scene, clock, database: given.database, close: () => scene.receiver.close() }
}

/** The bytes of an example of the contract. */
export function exampleBytes(name: string): Uint8Array {
  const example = examples('SubmissionUpdated').find((one) => one.name === name)
  if (!example) throw new Error(`The example ${name} is missing.`)
  return example.bytes
}

/** The JSON of an example of the contract, changed. */
// biome-ignore lint/suspicious/noExplicitAny: a change may make it anything.
export function changed(name: string, change: (event: any) => void): string {
  const event = JSON.parse(Buffer.from(exampleBytes(name)).toString())
  change(event)
  return JSON.stringify(event)
}

/** A returned submission with a status of its own, which makes it a different event. */
export const withStatus = (status: string) =>
  changed('returned', ({ submission }) => {
    submission.status = status
  })

export const desk = { width: 1280, height: 800 }

/** A browser window that reports errors, policy violations, dialogs, and requests to other origins. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: desk,
    ...options,
  })
  const problems: string[] = []
  const origins = new Set<string>()
  context.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) problems.push(said.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('request', (request) => {
    if (!origins.has(new URL(request.url()).origin)) problems.push(`request to ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI))`)
  return { context, problems, origins }
}
