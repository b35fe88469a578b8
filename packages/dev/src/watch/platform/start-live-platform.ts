import { startPostgres } from '@partner-platform/database/testing'
import { defaultCallbackPath } from '@partner-platform/receiver'
import { createOperatorClient } from '@partner-platform/server'
import { operatorToken } from '@partner-platform/server/testing'
import { killAll } from '@partner-platform/settings/testing'
import { explainListenError, type PortVariable } from '../../ports.ts'
import { preparePartner } from '../../prepare-partner.ts'
import { openGate } from './open-gate.ts'
import { type Apps, startApps, startServer } from './start-apps.ts'

export type LivePlatform = {
  places: { server: string; operator: string; callback: string; inbox: string }
  operatorToken: string
  apiKey: string
  /** Starts both apps anew beside those that run, which go on until `replace`. */
  prepare(): Promise<Prepared>
}

export type Prepared = {
  /** What one of the new ones said last, where it has ended meanwhile. */
  lastWords(): string | undefined
  /** Leads all that comes to the new ones, and stops the old ones in order. */
  replace(): void
  /** Stops the new ones, as if they had not been started. */
  discard(): void
}

export type LivePlatformOptions = {
  ports: Record<Exclude<PortVariable, 'DOCS_PORT'>, number>
  /** What must be done at the end, however it comes; the last first. */
  atEnd(clean: () => unknown): void
  /** Told what an app said last that ended by itself. */
  onDeath(said: string): void
}

/** Both apps as processes on a Postgres of their own, behind ports that stay when they are replaced. */
export async function startLivePlatform(options: LivePlatformOptions): Promise<LivePlatform> {
  const { ports, atEnd, onDeath } = options
  const open = async (variable: keyof typeof ports) => {
    const gate = await openGate(ports[variable]).catch((error: unknown) => {
      throw explainListenError(variable, error)
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
  atEnd(async () => (await starting).remove())
  const postgres = await starting
  const stores = {
    server: await postgres.createDatabase(),
    receiver: await postgres.createDatabase(),
  }
  atEnd(killAll)

  const server = await startServer(stores)
  gates.operator.lead(server.operatorUrl)
  const operator = createOperatorClient({ baseUrl: gates.operator.origin, token: operatorToken })
  const callback = gates.receiver.origin + defaultCallbackPath
  const { apiKey, secret } = await preparePartner(operator, { callbackUrl: callback })

  let current: Apps
  const lead = (apps: Apps) => {
    current = apps
    gates.server.lead(apps.server.url ?? '')
    gates.operator.lead(apps.server.operatorUrl)
    gates.receiver.lead(apps.receiver.url)
    gates.inbox.lead(apps.receiver.inboxUrl)
    void apps.died.then((said) => {
      if (current === apps) onDeath(said)
    })
  }
  lead(await startApps({ stores, secret, server }))
  let stopping: Promise<unknown> = Promise.resolve()
  const stop = (apps: Apps) => {
    stopping = stopping.then(() => apps.stop())
  }
  return {
    places: {
      server: gates.server.origin,
      operator: gates.operator.origin,
      callback,
      inbox: `${gates.inbox.origin}/`,
    },
    ...{ operatorToken, apiKey },
    async prepare() {
      if (!isRunning(postgres.pid())) throw new Error('Postgres has ended. Start dev again.')
      const next = await startApps({ stores, secret })
      return {
        lastWords: next.lastWords,
        replace() {
          const old = current
          lead(next)
          stop(old)
        },
        discard: () => stop(next),
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
