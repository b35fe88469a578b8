import { startPostgres } from '@partner-platform/database/testing'
import { defaultCallbackPath } from '@partner-platform/receiver'
import { type Partner, startPartner } from '@partner-platform/receiver/testing'
import { createOperatorClient } from '@partner-platform/server'
import { operatorToken, type Sender, startSender } from '@partner-platform/server/testing'
import { killAll } from '@partner-platform/settings/testing'
import { preparePartner } from '../../prepare-partner.ts'
import { type AppPort, explainListenError } from '../../start-settings.ts'
import { openGate } from './open-gate.ts'

export const appNames = ['server', 'receiver'] as const
export type AppName = (typeof appNames)[number]

export type LivePlatform = Awaited<ReturnType<typeof startLivePlatform>>
export type Prepared = Awaited<ReturnType<LivePlatform['prepare']>>

type LivePlatformOptions = {
  ports: Record<AppPort, number>
  /** Takes what must be done at the end, in any case. */
  opened: AsyncDisposableStack
  /** Called with the last output of an app that exited by itself. */
  onExit(name: AppName, output: string): void
}

/** Both apps as processes on their own Postgres, behind ports that stay when the apps are replaced. */
export async function startLivePlatform(options: LivePlatformOptions) {
  const { ports, opened, onExit } = options
  const open = async (variable: AppPort) => {
    const gate = await openGate(ports[variable]).catch((error: unknown) => {
      throw explainListenError(variable, error)
    })
    opened.defer(gate.close)
    return gate
  }
  const gates = {
    server: await open('SERVER_PORT'),
    operator: await open('OPERATOR_PORT'),
    receiver: await open('RECEIVER_PORT'),
    inbox: await open('INBOX_PORT'),
  }
  const starting = startPostgres()
  // If it does not start, the await below throws.
  opened.defer(() => starting.then(({ remove }) => remove()).catch(() => {}))
  const postgres = await starting
  const stores = {
    server: await postgres.createDatabase(),
    receiver: await postgres.createDatabase(),
  }
  opened.defer(killAll)

  const server = await startServer(stores)
  gates.operator.lead(server.running.operatorUrl)
  const operator = createOperatorClient({ baseUrl: gates.operator.origin, token: operatorToken })
  const callback = gates.receiver.origin + defaultCallbackPath
  const { apiKey, secret } = await preparePartner(operator, { callbackUrl: callback })

  const current: Partial<Apps> = {}
  const lead = (apps: Partial<Apps>) => {
    Object.assign(current, apps)
    if (apps.server) {
      const { url, operatorUrl } = apps.server.running
      gates.server.lead(url ?? '')
      gates.operator.lead(operatorUrl)
    }
    if (apps.receiver) {
      const { url, inboxUrl } = apps.receiver.running
      gates.receiver.lead(url)
      gates.inbox.lead(inboxUrl)
    }
    for (const name of appNames) {
      void apps[name]?.exited.then((output) => {
        if (current[name] === apps[name]) onExit(name, output)
      })
    }
  }
  lead({ server, ...(await startApps(['receiver'], { stores, secret })) })
  return {
    places: {
      server: gates.server.origin,
      operator: gates.operator.origin,
      callback,
      inbox: `${gates.inbox.origin}/`,
    },
    operatorToken,
    apiKey,
    /** Starts new apps next to the running ones, which stay until `replace`. */
    async prepare(names: readonly AppName[]) {
      if (!isRunning(postgres.pid())) throw new Error('Postgres stopped. Start dev again.')
      const next = await startApps(names, { stores, secret })
      return {
        /** The last output of a new app, if it has exited. */
        exitOutput() {
          const outputs = Object.values(next).map((app) => app.exitOutput())
          return outputs.find((output) => output !== undefined)
        },
        /** Sends all traffic to the new apps and stops the old ones cleanly. */
        replace(): void {
          const old = Object.fromEntries(names.map((name) => [name, current[name]]))
          lead(next)
          void stopApps(old)
        },
        discard: (): void => void stopApps(next),
      }
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

type App<Running extends Sender | Partner> = ReturnType<typeof follow<Running>>
type Apps = { server: App<Sender>; receiver: App<Partner> }

type Stores = { server: string; receiver: string }

const startServer = async (stores: Stores): Promise<App<Sender>> =>
  follow(await startSender({ env: { DATABASE_URL: stores.server } }))

/** Apps of these names, ready. If one fails to start, the other is stopped. */
async function startApps(
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

const stopApps = async (apps: Partial<Apps>): Promise<void> => {
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
