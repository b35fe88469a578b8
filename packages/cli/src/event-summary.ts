import type { WebhookEvent } from '@partner-platform/webhooks'
import { toPlainText } from './terminal.ts'

/** An event as data, without personal data. */
export const toEventDocument = ({ event, timestamp, submission }: WebhookEvent) => {
  const { uuid, status } = submission
  return { event, timestamp, submission: { uuid, status } }
}

/** An event on one line of a terminal, without personal data. */
export const describeEvent = ({ event, submission: { status, uuid } }: WebhookEvent): string =>
  [event, status, uuid].map(toPlainText).join('  ')
