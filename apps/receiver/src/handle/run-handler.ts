import type { WebhookEvent } from '@partner-platform/webhooks'
import { nameOfError } from '../name-of-error.ts'
import type { EventHandler, HandlerContext } from './event-handler.ts'

/** How a try ended. `cut` says nothing of the event: the app had to stop. */
export type TryOutcome = { kind: 'handled' } | { kind: 'failed'; error: string } | { kind: 'cut' }

type TryOptions = {
  handle: EventHandler
  context: Omit<HandlerContext, 'signal'>
  timeoutMs: number
  cut: AbortSignal
}

/** Gives an event to its handler and waits until that ends, its time is over, or the app must stop. */
export async function runHandler(
  read: () => Promise<WebhookEvent>,
  { handle, context, timeoutMs, cut }: TryOptions,
): Promise<TryOutcome> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, cut])
  const timer = setTimeout(() => over.abort(), timeoutMs)
  const aborted = new Promise<TryOutcome>((resolve) => {
    const end = () => resolve(cut.aborted ? { kind: 'cut' } : timedOut)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
  const work = async (): Promise<TryOutcome> => {
    try {
      await handle(await read(), { ...context, signal })
      return { kind: 'handled' }
    } catch (error) {
      return signal.aborted ? aborted : { kind: 'failed', error: nameOfError(error) }
    }
  }
  return Promise.race([work(), aborted]).finally(() => clearTimeout(timer))
}

const timedOut: TryOutcome = { kind: 'failed', error: 'TimeoutError' }
