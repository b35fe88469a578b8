import type { Settings } from './parse-client-options.ts'
import { readBody } from './read-body.ts'
import type { Time } from './time.ts'

/** How one request ended. */
export type Outcome =
  | { kind: 'answer'; response: Response; body: Uint8Array<ArrayBuffer>; bodyProblem?: string }
  | { kind: 'too-large'; response: Response }
  /** The body of an answer with this status did not end, or there was no answer. */
  | { kind: 'timeout'; httpStatus?: number }
  | { kind: 'network-error'; cause: unknown; httpStatus?: number }
  | { kind: 'aborted'; cause: unknown }

type Exchange = { settings: Settings; time: Time; signal: AbortSignal | undefined }

/**
 * Sends `request` once, with the key, and reads the whole answer. The time limit and the caller's
 * signal end it even where `fetch` ignores its own signal. Never throws.
 */
export async function attempt(request: Request, exchange: Exchange): Promise<Outcome> {
  const { settings, time, signal } = exchange
  const controller = new AbortController()
  let stop: (outcome: Outcome) => void = () => {}
  const stopped = new Promise<Outcome>((resolve) => {
    stop = resolve
  })
  const onAbort = () => stop({ kind: 'aborted', cause: signal?.reason })
  signal?.addEventListener('abort', onAbort, { once: true })
  let head: Response | undefined
  const onHead = (response: Response) => {
    head = response
  }
  const onTimeout = () => {
    if (!head) return stop({ kind: 'timeout' })
    if (head.status < 400) return stop({ kind: 'timeout', httpStatus: head.status })
    stop(lost(head, `The body did not end within ${settings.timeoutMs} ms.`))
  }
  const cancelTimer = time.after(settings.timeoutMs, onTimeout)
  try {
    const exchange = { ...settings, signal: controller.signal, onHead }
    return await Promise.race([converse(request, exchange), stopped])
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', onAbort)
    // Frees the socket where anything is still under way; does nothing after a whole answer.
    controller.abort()
  }
}

/** The status of an error decides, even if its body cannot be read. */
const lost = (response: Response, bodyProblem: string): Outcome => ({
  ...{ kind: 'answer', response, body: new Uint8Array(), bodyProblem },
})

type Conversation = Settings & { signal: AbortSignal; onHead: (response: Response) => void }

async function converse(
  request: Request,
  { fetch, authHeader, bodyLimitBytes, signal, onHead }: Conversation,
): Promise<Outcome> {
  let httpStatus: number | undefined
  try {
    const headers = new Headers(request.headers)
    headers.set(...authHeader)
    // A clone, for the body of the original is needed again in a retry.
    const response = await fetch(
      new Request(request.clone(), { headers, signal, redirect: 'manual' }),
    )
    onHead(response)
    httpStatus = response.status
    try {
      const body = await readBody(response, bodyLimitBytes)
      if (body !== null) return { kind: 'answer', response, body }
    } catch (cause) {
      if (response.status < 400) throw cause
      return lost(response, 'The body broke off.')
    }
    if (response.status < 400) return { kind: 'too-large', response }
    return lost(response, `The body exceeds ${bodyLimitBytes} bytes.`)
  } catch (cause) {
    return { kind: 'network-error', cause, ...(httpStatus !== undefined && { httpStatus }) }
  }
}
