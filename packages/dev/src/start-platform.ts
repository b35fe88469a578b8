import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { FolderInUseError } from '@partner-platform/database'
import {
  buildReceiver,
  defaultCallbackPath,
  inboxPath,
  type PartnerReceiver,
} from '@partner-platform/receiver'
import {
  buildServer,
  createOperatorClient,
  type OperatorClient,
  openStore,
  readOperatorToken,
} from '@partner-platform/server'
import { StartError } from '@partner-platform/settings'
import { explainListenError } from './ports.ts'
import { preparePartner } from './prepare-partner.ts'

export type RunningPlatform = {
  receiver: PartnerReceiver
  operator: OperatorClient
  serverUrl: string
  operatorUrl: string
  inboxUrl: string
  partnerId: string
  /** Made for this run; the next one revokes it. */
  apiKey: string
  close(): Promise<void>
}

export type PlatformOptions = {
  /** Port 0 takes a free one. */
  ports: { server: number; operator: number; receiver: number }
  /** Folder of the server's store, and of its operator token; `null` keeps everything in memory. */
  dataFolder: string | null
}

const host = '127.0.0.1'
const environment = 'development'

/** Both ends of the contract on real sockets, with a partner, a key and a signing secret. */
export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { ports, dataFolder: folder } = options
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closers.toReversed()) await one()
  }
  try {
    // The receiver learns its secret when the server has made one for it.
    const secrets: string[] = []
    const receiver = buildReceiver({ environment, secrets: () => secrets })
    const receiverUrl = await receiver
      .listen({ host, port: ports.receiver })
      .catch((error) => reject(explainListenError('RECEIVER_PORT', error)))
    closers.push(() => receiver.close())
    const database = await openStore({ location: { kind: 'embedded', folder } }).catch((error) =>
      reject(explainOpenError(error)),
    )
    closers.push(() => database.close())
    const operatorToken = readToken(folder)
    const server = await buildServer({ database, environment, operatorToken, checkResponses: true })
    closers.push(() => server.close())
    const { url: serverUrl, operatorUrl } = await server
      .listen({
        partners: { host, port: ports.server },
        operator: { host, port: ports.operator },
      })
      .catch((error) => reject(explainServerPorts(error, ports)))
    const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
    const callbackUrl = receiverUrl + defaultCallbackPath
    const { partnerId, apiKey, secret } = await preparePartner(operator, { callbackUrl })
    secrets.push(secret)
    const inboxUrl = receiverUrl + inboxPath
    return {
      ...{ receiver, operator, serverUrl: serverUrl ?? '', operatorUrl, inboxUrl },
      ...{ partnerId, apiKey, close },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function reject(error: unknown): never {
  throw error
}

const readToken = (folder: string | null) =>
  folder === null
    ? randomBytes(32).toString('base64url')
    : readOperatorToken(join(folder, 'operator-token'))

const explainServerPorts = (error: unknown, { operator }: PlatformOptions['ports']) => {
  const isOperators = operator !== 0 && (error as { port?: number }).port === operator
  return explainListenError(isOperators ? 'OPERATOR_PORT' : 'SERVER_PORT', error)
}

const explainOpenError = (error: unknown) =>
  error instanceof FolderInUseError ? new StartError(error.message, { cause: error }) : error
