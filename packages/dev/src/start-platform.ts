import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { explainOpenError } from '@partner-platform/database/settings'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore as openReceiverStore,
} from '@partner-platform/receiver'
import {
  buildServer,
  createOperatorClient,
  openStore as openServerStore,
  readOperatorToken,
  SecretsKeyError,
} from '@partner-platform/server'
import { SettingError } from '@partner-platform/settings'
import { preparePartner } from './prepare-partner.ts'
import { type AppPort, explainListenError } from './start-settings.ts'

export type RunningPlatform = Awaited<ReturnType<typeof startPlatform>>

/** Port 0 takes a free port. The server's folder also holds its token. `null` keeps everything in memory. */
export type PlatformOptions = Record<AppPort, number> & {
  DATA_FOLDER: string | null
  RECEIVER_DATA_FOLDER: string | null
}

const host = '127.0.0.1'
const environment = 'development'

/** Both ends of the contract on real sockets, with a partner, a key and a signing secret. */
export async function startPlatform(options: PlatformOptions) {
  await using opened = new AsyncDisposableStack()
  // The receiver learns its secret when the server has made one for it.
  const secrets: string[] = []
  const starts = [
    startReceiver({ ...options, opened, secrets: () => secrets }),
    startServer({ ...options, opened }),
  ] as const
  // If one fails, what the other has opened can then be closed.
  await Promise.allSettled(starts)
  const [receiving, serving] = await Promise.all(starts)
  const callbackUrl = receiving.url + defaultCallbackPath
  const { partnerId, apiKey, secret } = await preparePartner(serving.operator, { callbackUrl })
  secrets.push(secret)
  const { receiver, inboxUrl } = receiving
  const kept = opened.move()
  const close = () => kept.disposeAsync()
  // The next run revokes the key.
  return { ...serving, receiver, inboxUrl, callbackUrl, partnerId, apiKey, close }
}

type Starting = PlatformOptions & { opened: AsyncDisposableStack }

async function startReceiver(starting: Starting & { secrets: () => string[] }) {
  const { opened, secrets } = starting
  const location = { kind: 'embedded', folder: starting.RECEIVER_DATA_FOLDER } as const
  const database = await openReceiverStore({ location }).catch((error) =>
    reject(explainOpenError(error, { location, folderVariable: 'RECEIVER_DATA_FOLDER' })),
  )
  opened.defer(() => database.close())
  const receiver = await buildReceiver({ database, environment, secrets })
  opened.defer(() => receiver.close())
  const { url, inboxUrl } = await receiver
    .listen({ host, port: starting.RECEIVER_PORT, inboxPort: starting.INBOX_PORT })
    .catch((error) => reject(explainPorts(error, starting, ['RECEIVER_PORT', 'INBOX_PORT'])))
  return { receiver, url, inboxUrl: inboxUrl ?? '' }
}

async function startServer(starting: Starting) {
  const { DATA_FOLDER: folder, opened } = starting
  const location = { kind: 'embedded', folder } as const
  const database = await openServerStore({
    location,
    // Each start rotates the secret of its endpoint: a lost key costs nothing.
    onLostSecrets() {},
  }).catch((error) =>
    reject(
      error instanceof SecretsKeyError
        ? new SettingError(`DATA_FOLDER: ${error.message}`)
        : explainOpenError(error, { location, folderVariable: 'DATA_FOLDER' }),
    ),
  )
  opened.defer(() => database.close())
  const operatorToken = readToken(folder)
  const server = await buildServer({ database, environment, operatorToken, checkResponses: true })
  opened.defer(() => server.close())
  const { url, operatorUrl } = await server
    .listen({
      partners: { host, port: starting.SERVER_PORT },
      operator: { host, port: starting.OPERATOR_PORT },
    })
    .catch((error) => reject(explainPorts(error, starting, ['SERVER_PORT', 'OPERATOR_PORT'])))
  const operator = createOperatorClient({ baseUrl: operatorUrl, token: operatorToken })
  return { operator, serverUrl: url ?? '', operatorUrl }
}

function reject(error: unknown): never {
  throw error
}

const readToken = (folder: string | null) =>
  folder === null
    ? randomBytes(32).toString('base64url')
    : readOperatorToken(join(folder, 'operator-token'))

/** Names the variable of the app's port that could not be opened. */
function explainPorts(error: unknown, starting: Starting, names: [AppPort, AppPort]): unknown {
  const { port } = error as { port?: number }
  return explainListenError(names.find((name) => starting[name] === port) ?? names[0], error)
}
