import { type Partner, startPartner } from '@partner-platform/receiver/testing'
import { type Sender, startSender } from '@partner-platform/server/testing'

export type Apps = {
  server: Sender
  receiver: Partner
  /** Resolves with what it said last when one of them ends that was not stopped. */
  died: Promise<string>
  /** The same, where one of them has ended already. */
  lastWords(): string | undefined
  stop(): Promise<void>
}

export type Stores = { server: string; receiver: string }

export const startServer = (stores: Stores): Promise<Sender> =>
  startSender({ env: { DATABASE_URL: stores.server } })

export type StartAppsOptions = {
  stores: Stores
  /** What the receiver verifies with. */
  secret: string
  /** One that runs already. */
  server?: Sender
}

/** Both apps, ready; where one does not start, the other does not stay. */
export async function startApps({ stores, secret, server }: StartAppsOptions): Promise<Apps> {
  const [serving, receiving] = await Promise.allSettled([
    server ?? startServer(stores),
    startPartner({
      location: { kind: 'postgres', url: stores.receiver },
      env: { RECEIVER_SECRETS: secret },
    }),
  ])
  if (serving.status === 'fulfilled' && receiving.status === 'fulfilled') {
    return toApps({ server: serving.value, receiver: receiving.value })
  }
  const started = [serving, receiving].filter((one) => one.status === 'fulfilled')
  await Promise.all(started.map(({ value }) => value.stop()))
  throw serving.status === 'rejected'
    ? serving.reason
    : receiving.status === 'rejected' && receiving.reason
}

function toApps({ server, receiver }: Pick<Apps, 'server' | 'receiver'>): Apps {
  let isStopping = false
  let lastWords: string | undefined
  const died = new Promise<string>((resolve) => {
    for (const { process } of [server, receiver]) {
      void process.ended.then(() => {
        if (isStopping) return
        lastWords ??= process.output.trim().split('\n').slice(-20).join('\n')
        resolve(lastWords)
      })
    }
  })
  return {
    ...{ server, receiver, died },
    lastWords: () => lastWords,
    async stop() {
      isStopping = true
      await Promise.all([server.stop(), receiver.stop()])
    },
  }
}
