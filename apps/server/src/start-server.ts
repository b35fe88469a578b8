import { resolve } from 'node:path'
import type { StoreLocation } from '@partner-platform/database'
import { explainOpenError, toLocation } from '@partner-platform/database/settings'
import { type App, gatherLines, SettingError } from '@partner-platform/settings'
import { buildServer, type ServerOptions } from './build-server.ts'
import { codeOf } from './error-code.ts'
import { createJsonLogger, silentLogger, toFailure } from './log.ts'
import { readOperatorToken } from './operator/operator-token.ts'
import { readSecretsKeys } from './secrets/read-secrets-keys.ts'
import { SecretsKeyError } from './secrets/secret-cipher.ts'
import { type SettingValues, settings } from './settings.ts'
import { openStore, type ServerDatabase } from './store/open-store.ts'

const operatorHost = '127.0.0.1'
const tokenFileName = 'operator-token'

/** The app as `main.ts` runs it. */
export const serverApp: App<typeof settings> = {
  name: 'server',
  says: 'Reference server: the countries operation, webhooks, and the operator surface.',
  settings,
  start: startServer,
}

/** Starts the app. Rejects with a `StartError` if the settings cannot work. */
export async function startServer(values: SettingValues) {
  const location = toLocationOfRole(values)
  assertTokenSource(values, location)
  const { keys: secretsKeys, variable: keyVariable, warnings } = readSecretsKeys(values)
  const logger =
    values.SERVER_LOG === 'on' ? createJsonLogger(gatherLines(process.stderr)) : silentLogger
  const lost: string[] = []
  const database = await openStore({
    location,
    backend: values.DATABASE_BACKEND,
    ...(secretsKeys && { secretsKeys }),
    onLostSecrets: values.SERVER_SECRETS_LOST === 'on' ? (ids) => lost.push(...ids) : undefined,
    onError: (error) => logger({ event: 'store-failure', ...toFailure(error) }),
  }).catch((error: unknown) => {
    if (error instanceof SecretsKeyError) throw new SettingError(`${keyVariable}: ${error.message}`)
    throw explainOpenError(error, { location, folderVariable: 'SERVER_DATA_FOLDER' })
  })
  try {
    const token = readToken(values)
    const options = { ...toOptions(values, database), logger, operatorToken: token.text }
    const { server, url, operatorUrl } = await listen(values, options)
    return {
      lines: [
        ...warnings,
        ...(lost.length > 0 ? [`Rotate the secrets of these endpoints: ${lost.join(', ')}.`] : []),
        ...(url === null ? [] : [`Server for ${values.ENVIRONMENT} ready: ${url}`]),
        `Operator surface ready: ${operatorUrl}${token.file === null ? '' : `, token in ${token.file}`}`,
      ],
      async close() {
        await server.close().finally(() => database.close())
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(values: SettingValues, options: ServerOptions) {
  const server = await buildServer(options)
  try {
    const addresses = await server.listen({
      partners: { host: values.HOST, port: values.PORT },
      operator: { host: operatorHost, port: values.OPERATOR_PORT },
    })
    return { server, ...addresses }
  } catch (error) {
    // One of the two ports may be open already and would keep the process alive.
    await server.close()
    throw error
  }
}

function toLocationOfRole(values: SettingValues): StoreLocation {
  const { DATABASE_URL: url, SERVER_DATA_FOLDER: folder, SERVER_ROLE: role } = values
  if (url !== undefined || role === 'all') return toLocation(values, folder)
  throw new SettingError(`SERVER_ROLE=${role} needs DATABASE_URL. Set it, or use SERVER_ROLE=all.`)
}

function assertTokenSource(values: SettingValues, { kind }: StoreLocation): void {
  if (values.SERVER_OPERATOR_TOKEN !== undefined || kind === 'embedded') return
  const { expected } = settings.SERVER_OPERATOR_TOKEN
  throw new SettingError(`DATABASE_URL needs SERVER_OPERATOR_TOKEN. Set it to ${expected}.`)
}

/** The token from the setting, else from the data folder. Lock the folder before calling this. */
export function readToken(
  values: Pick<SettingValues, 'SERVER_OPERATOR_TOKEN' | 'SERVER_DATA_FOLDER'>,
): { text: string; file: string | null } {
  const { SERVER_OPERATOR_TOKEN: given, SERVER_DATA_FOLDER: folder } = values
  if (given !== undefined) return { text: given, file: null }
  const { expected, parse } = settings.SERVER_OPERATOR_TOKEN
  const file = resolve(folder, tokenFileName)
  const refuse = (problem: string, cause?: unknown) =>
    new SettingError(`SERVER_DATA_FOLDER: ${problem}. Delete the file to create a new token.`, {
      cause,
    })
  let text: string
  try {
    text = readOperatorToken(file)
  } catch (error) {
    throw refuse(
      `cannot read or create its file ${tokenFileName}: ${codeOf(error) ?? 'unknown error'}`,
      error,
    )
  }
  if (parse(text) !== undefined) return { text, file }
  throw refuse(
    `the token in its file ${tokenFileName} must be ${expected}, not text of ${text.length} characters`,
  )
}

const toOptions = (values: SettingValues, database: ServerDatabase) =>
  ({
    database,
    environment: values.ENVIRONMENT,
    proxies: values.PROXIES,
    role: values.SERVER_ROLE,
    rateLimit: {
      quota: values.SERVER_RATE_LIMIT_QUOTA,
      windowSeconds: values.SERVER_RATE_LIMIT_WINDOW_SECONDS,
    },
    worker: {
      slots: values.SERVER_WORKER_SLOTS,
      slotsPerEndpoint: values.SERVER_WORKER_SLOTS_PER_ENDPOINT,
    },
    checkResponses: values.SERVER_CHECK_RESPONSES === 'on',
  }) satisfies Partial<ServerOptions>
