import { startPostgres } from '@partner-platform/database/testing'
import { defaultCallbackPath } from '@partner-platform/receiver'
import { type Partner, startPartner } from '@partner-platform/receiver/testing'
import { createOperatorClient } from '@partner-platform/server'
import { operatorToken, type Sender, startSender } from '@partner-platform/server/testing'
import { killAll } from '@partner-platform/settings/testing'
import { explainListenError, type PortVariable } from '../../ports.ts'
import { preparePartner } from '../../prepare-partner.ts'
import { type Gate, openGate } from './open-gate.ts'

export type LivePlatform = {
  places: { server: string; operator: string; callback: string; inbox: string }
  operatorToken: string
  apiKey: string
  /** Starts both apps anew beside those that run, which go on until `replace`. */
  prepare(): Promise<Prepared>
  close(): Promise<void>
}

export type Prepared = {
  /** Leads all that comes to the new ones, and stops the old ones in order. */
  replace(): void
  /** Stops the new ones, as if they had not been started. */
  discard(): void
}

type Apps = { server: Sender; receiver: Partner }

/** Both apps as processes on a Postgres of their own, behind ports that stay when they are replaced. */
export async function startLivePlatform(
  ports: Record<Exclude<PortVariable, 'DOCS_PORT'>, number>,
): Promise<LivePlatform> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const one of closers.toReversed()) await one()
  }
  try {
    const open = async (variable: keyof typeof ports): Promise<Gate> => {
      const gate = await openGate(ports[variable]).catch((error: unknown) => {
        throw explainListenError(variable, error)
      })
      closers.push(gate.close)
      return gate
    }
    const gates = {
      server: await open('SERVER_PORT'),
      operator: await open('OPERATOR_PORT'),
      receiver: await open('RECEIVER_PORT'),
      inbox: await open('INBOX_PORT'),
    }
    const postgres = await startPostgres()
    closers.push(() => postgres.remove())
    const [serverStore, receiverStore] = [
      await postgres.createDatabase(),
      await postgres.createDatabase(),
    ]
    closers.push(killAll)

    const startServer = () => startSender({ env: { DATABASE_URL: serverStore } })
    const startReceiver = (secret: string) =>
      startPartner({
        location: { kind: 'postgres', url: receiverStore },
        env: { RECEIVER_SECRETS: secret },
      })
    const lead = ({ server, receiver }: Apps) => {
      gates.server.lead(server.url ?? '')
      gates.operator.lead(server.operatorUrl)
      gates.receiver.lead(receiver.url)
      gates.inbox.lead(receiver.inboxUrl)
    }
    const stop = async ({ server, receiver }: Apps) => {
      await Promise.all([server.stop(), receiver.stop()])
    }

    const firstServer = await startServer()
    gates.operator.lead(firstServer.operatorUrl)
    const operator = createOperatorClient({ baseUrl: gates.operator.origin, token: operatorToken })
    const callback = gates.receiver.origin + defaultCallbackPath
    const { apiKey, secret } = await preparePartner(operator, { callbackUrl: callback })
    let apps: Apps = { server: firstServer, receiver: await startReceiver(secret) }
    lead(apps)
    let stopping: Promise<unknown> = Promise.resolve()

    return {
      places: {
        server: gates.server.origin,
        operator: gates.operator.origin,
        callback,
        inbox: `${gates.inbox.origin}/`,
      },
      operatorToken,
      apiKey,
      async prepare() {
        const [server, receiver] = await Promise.all([startServer(), startReceiver(secret)])
        const next = { server, receiver }
        return {
          replace() {
            const old = apps
            apps = next
            lead(apps)
            stopping = stopping.then(() => stop(old))
          },
          discard() {
            stopping = stopping.then(() => stop(next))
          },
        }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
