import {
  buildReceiver,
  defaultCallbackPath,
  inboxPath,
  type PartnerReceiver,
} from '@partner-platform/receiver'
import {
  buildServer,
  createApiKey,
  createMemoryKeyStore,
  type PlatformServer,
} from '@partner-platform/server'
import { createSecret } from '@partner-platform/webhooks'
import { explainListenError } from './ports.ts'

export interface RunningPlatform {
  server: PlatformServer
  receiver: PartnerReceiver
  serverUrl: string
  inboxUrl: string
  /** Made for this run and gone with it. */
  apiKey: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const environment = 'development'

/** Both ends of the contract on real sockets, with a key and a signing secret made for this run. Port 0 takes a free one. */
export async function startPlatform(ports: {
  server: number
  receiver: number
}): Promise<RunningPlatform> {
  const { key, record } = createApiKey(environment)
  const secret = createSecret()
  const receiver = buildReceiver({ environment, secrets: [secret] })
  const receiverUrl = await receiver.listen({ host, port: ports.receiver }).catch((error) => {
    throw explainListenError('RECEIVER_PORT', error)
  })
  const server = buildServer({
    environment,
    keys: createMemoryKeyStore([record]),
    callback: { url: receiverUrl + defaultCallbackPath, secrets: [secret] },
    checkResponses: true,
  })
  const serverUrl = await server.listen({ host, port: ports.server }).catch(async (error) => {
    await receiver.close()
    throw explainListenError('SERVER_PORT', error)
  })
  const close = async () => {
    await Promise.all([server.close(), receiver.close()])
  }
  return { server, receiver, serverUrl, inboxUrl: receiverUrl + inboxPath, apiKey: key, close }
}
