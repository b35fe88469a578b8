import {
  choice,
  environments,
  host,
  list,
  nameVariable,
  optionalText,
  port,
  readSecretLines,
  type ValuesOf,
  wholeNumber,
} from '@partner-platform/settings'
import { constants } from '@partner-platform/types'
import { toAllowedOrigins } from './access/allowed-origins.ts'
import { buildServer, type ServerOptions } from './build-server.ts'
import { systemClock } from './clock.ts'
import { type CallbackEndpoint, checkEndpoint } from './deliver/callback-endpoint.ts'
import { createMemoryKeyStore } from './keys/key-store.ts'
import { readKeysFile } from './keys/read-keys-file.ts'
import { createRateLimiter } from './limits/rate-limiter.ts'
import { createJsonLogger, silentLogger } from './log.ts'

/** Every setting of the app; `--help` and the README show this table. */
export const settings = {
  PORT: port(4010),
  HOST: host(),
  ENVIRONMENT: choice({
    says: 'Environment that this server is.',
    options: environments,
    fallback: 'development',
  }),
  SERVER_KEYS_FILE: optionalText({
    says: 'File with one stored API key per line. Without it no key is known.',
    unit: 'path',
  }),
  SERVER_ORIGINS: list({
    says: 'Origins that browsers may call from.',
    unit: 'origins',
  }),
  SERVER_CALLBACK_URL: optionalText({
    says: 'Where webhooks go. Without it none is sent.',
    unit: 'URL',
  }),
  SERVER_CALLBACK_SECRETS_FILE: optionalText({
    says: 'File with one signing secret per line, the newest first. Without it nothing is signed.',
    unit: 'path',
  }),
  SERVER_RATE_LIMIT_QUOTA: wholeNumber({
    says: 'Calls that one key may make in one window.',
    unit: 'calls',
    fallback: constants.rateLimitQuota,
    min: 1,
    max: 1_000_000,
  }),
  SERVER_RATE_LIMIT_WINDOW_SECONDS: wholeNumber({
    says: 'Length of the window.',
    unit: 'seconds',
    fallback: constants.rateLimitWindowSeconds,
    min: 1,
    max: 86_400,
  }),
  SERVER_CHECK_RESPONSES: choice({
    says: 'Whether every response is compared with the document before it leaves.',
    options: ['on', 'off'],
    fallback: 'off',
  }),
  SERVER_LOG: choice({
    says: 'One line of JSON per request on stderr.',
    options: ['on', 'off'],
    fallback: 'on',
  }),
}

type Values = ValuesOf<typeof settings>

/** Starts the app that the settings describe. */
export async function start(values: Values) {
  const server = buildServer(toOptions(values))
  const url = await server.listen({ host: values.HOST, port: values.PORT })
  return {
    lines: [`Server of ${values.ENVIRONMENT} ready: ${url}`],
    close: () => server.close(),
  }
}

function toOptions(values: Values): ServerOptions {
  const { ENVIRONMENT: environment, SERVER_KEYS_FILE: keysFile } = values
  const origins = { [environment]: values.SERVER_ORIGINS }
  nameVariable('SERVER_ORIGINS', () => toAllowedOrigins(origins))
  const callback = toCallback(values)
  return {
    environment,
    keys: createMemoryKeyStore(keysFile ? readKeysFile('SERVER_KEYS_FILE', keysFile) : []),
    origins,
    ...(callback ? { callback } : {}),
    limiter: createRateLimiter({
      quota: values.SERVER_RATE_LIMIT_QUOTA,
      windowSeconds: values.SERVER_RATE_LIMIT_WINDOW_SECONDS,
      monotonicMs: systemClock.monotonicMs,
    }),
    checkResponses: values.SERVER_CHECK_RESPONSES === 'on',
    logger: values.SERVER_LOG === 'on' ? createJsonLogger(process.stderr) : silentLogger,
  }
}

function toCallback(values: Values): CallbackEndpoint | undefined {
  const { ENVIRONMENT, SERVER_CALLBACK_URL: url, SERVER_CALLBACK_SECRETS_FILE: path } = values
  if (url === undefined) return undefined
  nameVariable('SERVER_CALLBACK_URL', () => checkEndpoint({ url }, ENVIRONMENT))
  if (path === undefined) return { url }
  const secrets = readSecretLines('SERVER_CALLBACK_SECRETS_FILE', path)
  nameVariable('SERVER_CALLBACK_SECRETS_FILE', () => checkEndpoint({ url, secrets }, ENVIRONMENT))
  return { url, secrets }
}
