import { type Partner, startPartner } from '@partner-platform/receiver/testing'
import { type Sender, startSender } from '@partner-platform/server/testing'

export const appNames = ['server', 'receiver'] as const
export type AppName = (typeof appNames)[number]

type App<Running extends Sender | Partner> = ReturnType<typeof follow<Running>>
export type Apps = { server: App<Sender>; receiver: App<Partner> }

export type Stores = { server: string; receiver: string }

export const startServer = async (stores: Stores): Promise<App<Sender>> =>
  follow(await startSender({ env: { DATABASE_URL: stores.server } }))

/** Apps of these names, ready. If one fails to start, the other is stopped. */
export async function startApps(
  names: readonly AppName[],
  { stores, secret }: { stores: Stores; secret: string },
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

/** How long an app may take to stop; its own limit is 10 s. */
const stopsWithinMs = 12_000

/** A process of an app that is ready. */
function follow<Running extends Sender | Partner>(running: Running) {
  const { process } = running
  let isStopping = false
  let exitOutput: string | undefined
  const exited = Promise.withResolvers<string>()
  void process.ended.then(() => {
    if (isStopping) return
    exitOutput = process.output.trim().split('\n').slice(-20).join('\n')
    exited.resolve(exitOutput)
  })
  return {
    running,
    /** Resolves with its last output if it exits without being stopped. */
    exited: exited.promise,
    /** The same output, if it has exited already. */
    exitOutput: () => exitOutput,
    /** Asks it to stop; kills it if it hangs. */
    async stop() {
      isStopping = true
      const kill = setTimeout(() => process.signal('SIGKILL'), stopsWithinMs)
      await running.stop()
      clearTimeout(kill)
    },
  }
}
