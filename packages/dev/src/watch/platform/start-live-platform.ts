import { startPostgres } from '@partner-platform/database/testing'
import { defaultCallbackPath } from '@partner-platform/receiver'
import { type Partner, startPartner } from '@partner-platform/receiver/testing'
import { createOperatorClient } from '@partner-platform/server'
import { operatorToken, type Sender, startSender } from '@partner-platform/server/testing'
import { killAll } from '@partner-platform/settings/testing'
import { preparePartner } from '../../prepare-partner.ts'
import { explainListenError, type PortVariable } from '../../start-settings.ts'
import { openGate } from './open-gate.ts'

export const appNames = ['server', 'receiver'] as const
export type AppName = (typeof appNames)[number]

export type LivePlatform = Awaited<ReturnType<typeof startLivePlatform>>
export type Prepared = Awaited<ReturnType<LivePlatform['prepare']>>

export type LivePlatformOptions = {
  ports: Record<Exclude<PortVariable, 'DOCS_PORT'>, number>
  /** Registers what must be done at the end, in any case; last first. */
  atEnd(clean: () => unknown): void
  /** Called with the last output of an app that exited by itself. */
  onExit(name: AppName, output: string): void
}

/** Both apps as processes on their own Postgres, behind ports that stay when the apps are replaced. */
export async function startLivePlatform({ ports, atEnd, onExit }: LivePlatformOptions) {
  const open = async (variable: keyof typeof ports) => {
    const gate = await openGate(ports[variable]).catch((error: unknown) => {
      throw explainListenError(error, { [variable]: ports[variable] })
    })
    atEnd(gate.close)
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
  atEnd(() => starting.then(({ remove }) => remove()).catch(() => {}))
  const postgres = await starting
  const [senderStore, inboxStore] = [
    await postgres.createDatabase(),
    await postgres.createDatabase(),
  ]
  atEnd(killAll)

  let secret = ''
  const starts = {
    async server() {
      const app = await startSender({ env: { DATABASE_URL: senderStore } })
      return follow('server', app, () => {
        gates.server.lead(app.url ?? '')
        gates.operator.lead(app.operatorUrl)
      })
    },
    async receiver() {
      const location = { kind: 'postgres', url: inboxStore } as const
      const app = await startPartner({ location, env: { RECEIVER_SECRETS: secret } })
      return follow('receiver', app, () => {
        gates.receiver.lead(app.url)
        gates.inbox.lead(app.inboxUrl)
      })
    },
  }
  const current = new Map<AppName, App>()
  const use = (app: App) => {
    current.set(app.name, app)
    app.lead()
    void app.exited.then((output) => {
      if (current.get(app.name) === app) onExit(app.name, output)
    })
  }
  use(await starts.server())
  const operator = createOperatorClient({ baseUrl: gates.operator.origin, token: operatorToken })
  const callback = gates.receiver.origin + defaultCallbackPath
  const partner = await preparePartner(operator, { callbackUrl: callback })
  secret = partner.secret
  use(await starts.receiver())
  return {
    places: {
      server: gates.server.origin,
      operator: gates.operator.origin,
      callback,
      inbox: `${gates.inbox.origin}/`,
    },
    ...{ operatorToken, apiKey: partner.apiKey },
    /** Starts new apps next to the running ones, which stay until `replace`. */
    async prepare(names: readonly AppName[]) {
      if (!isRunning(postgres.pid())) throw new Error('Postgres stopped. Start dev again.')
      const next = await allOrNone(names.map((name) => starts[name]()))
      return {
        /** The last output of a new app, if it has exited. */
        exitOutput: () =>
          next.map((app) => app.exitOutput()).find((output) => output !== undefined),
        /** Sends all traffic to the new apps and stops the old ones cleanly. */
        replace(): void {
          const old = next.flatMap(({ name }) => current.get(name) ?? [])
          for (const app of next) use(app)
          void stopAll(old)
        },
        /** Stops the new apps. */
        discard: (): void => void stopAll(next),
      }
    },
  }
}

type App = ReturnType<typeof follow>

/** How long an app may take to stop; its own limit is 10 s. */
const stopsWithinMs = 12_000

/** A process of an app that is ready. `lead` sends the traffic of its ports to it. */
function follow(name: AppName, app: Sender | Partner, lead: () => void) {
  const { process } = app
  let isStopping = false
  let exitOutput: string | undefined
  const exited = Promise.withResolvers<string>()
  void process.ended.then(() => {
    if (isStopping) return
    exitOutput = process.output.trim().split('\n').slice(-20).join('\n')
    exited.resolve(exitOutput)
  })
  return {
    ...{ name, lead },
    /** Resolves with its last output if it exits without being stopped. */
    exited: exited.promise,
    /** The same output, if it has exited already. */
    exitOutput: () => exitOutput,
    /** Asks it to stop; kills it if it hangs. */
    async stop() {
      isStopping = true
      const kill = setTimeout(() => process.signal('SIGKILL'), stopsWithinMs)
      await app.stop()
      clearTimeout(kill)
    },
  }
}

const stopAll = (apps: readonly App[]) => Promise.all(apps.map((app) => app.stop()))

/** The apps, ready. If one fails to start, the others are stopped. */
async function allOrNone(starting: readonly Promise<App>[]): Promise<App[]> {
  const ends = await Promise.allSettled(starting)
  const failed = ends.find((end) => end.status === 'rejected')
  const apps = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  if (!failed) return apps
  await stopAll(apps)
  throw failed.reason
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
