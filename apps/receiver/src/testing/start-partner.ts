import { fileURLToPath } from 'node:url'
import type { StoreLocation } from '@partner-platform/database'
import { runProcess, until, warmUp } from '@partner-platform/settings/testing'
import type { EntryState } from '../inbox/inbox-view.ts'

/** A running process of this app. */
export type Partner = Awaited<ReturnType<typeof startPartner>>

export type PartnerOptions = {
  location: StoreLocation
  /** Settings besides ports and store: at least the secrets. */
  env: Readonly<Record<string, string>>
  /** @default the main file of the app */
  file?: string
}

export const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Starts a process of the app on free ports, and waits until it is ready. */
export async function startPartner({ location, env, file = mainFile }: PartnerOptions) {
  const store: Record<string, string> =
    location.kind === 'embedded'
      ? { RECEIVER_DATA_FOLDER: location.folder ?? '' }
      : { DATABASE_URL: location.url }
  const settings = { PORT: '0', INBOX_PORT: '0', ...store, ...env }
  const child = runProcess({ file, env: { ...(await warmUp(file)), ...settings } })
  const [, inboxUrl = ''] = await child.says(/^Inbox: (\S+)\n/m)
  return {
    process: child,
    inboxUrl,
    /** The callback URL. */
    url: /^Receiver for \w+ ready: (\S+)/m.exec(child.output)?.[1] ?? '',
    /** The number of arrivals in each state. Rejects while the store is unavailable. */
    async counts() {
      const response = await fetch(`${inboxUrl}api/entries?limit=1`)
      if (!response.ok) throw new Error(`The inbox answered ${response.status}.`)
      return ((await response.json()) as { counts: Record<EntryState, number> }).counts
    },
    kill: child.kill,
    stop: child.stop,
  }
}

/** Resolves when no event is waiting for its handler. */
export async function untilHandled(
  { counts }: Pick<Partner, 'counts'>,
  { timeoutMs = 60_000 } = {},
): Promise<void> {
  await until(async () => (await counts().catch(() => null))?.accepted === 0, {
    what: 'the last event to be handled',
    timeoutMs,
    everyMs: 50,
  })
}
