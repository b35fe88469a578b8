import { type Partner, startPartner } from '@partner-platform/receiver/testing'
import { type Sender, startSender } from '@partner-platform/server/testing'

export const appNames = ['server', 'receiver'] as const
export type AppName = (typeof appNames)[number]

/** A process of an app, ready, and what becomes of it. */
export type App<Running> = {
  running: Running
  /** Resolves with what it said last when it ends without having been stopped. */
  died: Promise<string>
  /** The same, where it has ended already. */
  lastWords(): string | undefined
  /** Asks it to end, and kills it where it hangs. */
  stop(): Promise<void>
}

export type Apps = { server: App<Sender>; receiver: App<Partner> }

export type Stores = { server: string; receiver: string }

export const startServer = async (stores: Stores): Promise<App<Sender>> =>
  follow(await startSender({ env: { DATABASE_URL: stores.server } }))

export type StartAppsOptions = {
  stores: Stores
  /** What the receiver verifies with. */
  secret: string
}

/** Apps of these names, ready; where one does not start, the other does not stay. */
export async function startApps(
  names: readonly AppName[],
  { stores, secret }: StartAppsOptions,
): Promise<Partial<Apps>> {
  const starts = {
    server: async () => ({ server: await startServer(stores) }),
    receiver: async () => {
      const location = { kind: 'postgres', url: stores.receiver } as const
      const partner = await startPartner({ location, env: { RECEIVER_SECRETS: secret } })
      return { receiver: follow(partner) }
    },
  }
  const ends = await Promise.allSettled(names.map((name) => starts[name]()))
  const apps: Partial<Apps> = Object.assign(
    {},
    ...ends.map((end) => (end.status === 'fulfilled' ? end.value : {})),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (!failed) return apps
  await stopApps(apps)
  throw failed.reason
}

export const stopApps = async (apps: Partial<Apps>): Promise<void> => {
  await Promise.all(Object.values(apps).map((app) => app.stop()))
}

/** How long an app may take to end; it gives itself 10 s. */
const endsWithinMs = 12_000

function follow<Running extends Sender | Partner>(running: Running): App<Running> {
  const { process } = running
  let isStopping = false
  let lastWords: string | undefined
  const died = Promise.withResolvers<string>()
  void process.ended.then(() => {
    if (isStopping) return
    lastWords = process.output.trim().split('\n').slice(-20).join('\n')
    died.resolve(lastWords)
  })
  return {
    running,
    died: died.promise,
    lastWords: () => lastWords,
    async stop() {
      isStopping = true
      const kill = setTimeout(() => process.signal('SIGKILL'), endsWithinMs)
      await running.stop()
      clearTimeout(kill)
    },
  }
}
