import { buildReceiver, type PartnerReceiver } from '@partner-platform/receiver'
import {
  buildServer,
  createApiKey,
  createMemoryKeyStore,
  type PlatformServer,
} from '@partner-platform/server'
import { createSecret } from '@partner-platform/webhooks'
import { explainListenError, type Ports } from './ports.ts'

export interface RunningPlatform {
  server: PlatformServer
  receiver: PartnerReceiver
  serverUrl: string
  receiverUrl: string
  /** Made for this run and gone with it. */
  apiKey: string
  close(): Promise<void>
}

const host = '127.0.0.1'
const environment = 'development'

/** Both ends of the contract on real sockets, with a key and a signing secret made for this run. */
export async function startPlatform(
  ports: Pick<Ports, 'server' | 'receiver'>,
): Promise<RunningPlatform> {
  const { key, record } = createApiKey(environment)
  const secret = createSecret()
  const receiver = buildReceiver({ environment, secrets: [secret] })
  const receiverUrl = await receiver.listen({ host, port: ports.receiver }).catch((error) => {
    throw explainListenError('receiver', ports.receiver, error)
  })
  const server = buildServer({
    environment,
    keys: createMemoryKeyStore([record]),
    callback: { url: `${receiverUrl}/webhooks`, secrets: [secret] },
    checkResponses: true,
  })
  const serverUrl = await server.listen({ host, port: ports.server }).catch(async (error) => {
    await receiver.close()
    throw explainListenError('server', ports.server, error)
  })
  const close = async () => {
    await Promise.all([server.close(), receiver.close()])
  }
  return { server, receiver, serverUrl, receiverUrl, apiKey: key, close }
}
