import type { Settings } from './parse-client-options.ts'
import { readBody } from './read-body.ts'
import type { Time } from './time.ts'

/** How one request ended. */
export type Outcome =
  | { kind: 'answer'; response: Response; body: Uint8Array<ArrayBuffer>; bodyProblem?: string }
  | { kind: 'too-large'; response: Response }
  | { kind: 'timeout' }
  | { kind: 'network-error'; cause: unknown }
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
  const cancelTimer = time.after(settings.timeoutMs, () => stop({ kind: 'timeout' }))
  try {
    return await Promise.race([converse(request, settings, controller.signal), stopped])
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', onAbort)
    // Frees the socket where anything is still under way; does nothing after a whole answer.
    controller.abort()
  }
}

async function converse(
  request: Request,
  { fetch, authHeader, bodyLimitBytes }: Settings,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const headers = new Headers(request.headers)
    headers.set(...authHeader)
    // A clone, for the body of the original is needed again in a retry.
    const response = await fetch(
      new Request(request.clone(), { headers, signal, redirect: 'manual' }),
    )
    // The status of an error decides, even where its body cannot be read.
    const lost = (bodyProblem: string): Outcome => ({
      ...{ kind: 'answer', response, body: new Uint8Array(), bodyProblem },
    })
    try {
      const body = await readBody(response, bodyLimitBytes)
      if (body !== null) return { kind: 'answer', response, body }
    } catch (cause) {
      if (response.status < 400) throw cause
      return lost('The body broke off.')
    }
    if (response.status < 400) return { kind: 'too-large', response }
    return lost(`The body exceeds ${bodyLimitBytes} bytes.`)
  } catch (cause) {
    return { kind: 'network-error', cause }
  }
}
