import type { Effect } from '@partner-platform/conformance'

const timeoutMs = 5_000

/** What a receiver says it acted upon; the check judges whether it is a list of that form. */
export async function fetchEffects(url: URL): Promise<readonly Effect[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (response.ok) return (await response.json()) as readonly Effect[]
  throw new Error(`${url.origin} answered ${response.status}: expected 200 with a JSON list.`)
}
