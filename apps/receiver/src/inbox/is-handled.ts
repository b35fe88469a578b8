import { messages } from '@partner-platform/types'
import type { WebhookEvent } from '@partner-platform/webhooks'

const names = new Set<string>(Object.values(messages).map(({ name }) => name))

/** Whether events of its name have a handler. Others are kept all the same. @see specs/decisions D-024 */
export const isHandled = ({ event }: WebhookEvent) => names.has(event)
