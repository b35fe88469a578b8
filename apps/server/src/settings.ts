import { folderSetting, storeSettings } from '@partner-platform/database/settings'
import { proxies } from '@partner-platform/http-edge'
import {
  choice,
  host,
  list,
  optionalText,
  port,
  secret,
  type ValuesOf,
  wholeNumber,
} from '@partner-platform/settings'
import { constants, environments } from '@partner-platform/types'
import { roles } from './build-server.ts'
import { isSecretsKey } from './secrets/secret-cipher.ts'

const onOff = (fallback: 'on' | 'off', says: string) =>
  choice({ says, options: ['on', 'off'], fallback })

/** Every setting of the app; `--help` and the README show this table. */
export const settings = {
  PORT: port(4010),
  HOST: host(),
  PROXIES: proxies(),
  OPERATOR_PORT: port(4011, 'Port of the operator surface, on loopback only; 0 takes a free port.'),
  SERVER_OPERATOR_TOKEN: secret({
    says: 'Bearer token of the operator surface. Without it and without DATABASE_URL, the server keeps one in the data folder.',
    minLength: 32,
  }),
  ENVIRONMENT: choice({
    says: 'Environment of this server.',
    options: environments,
    fallback: 'development',
  }),
  SERVER_ROLE: choice({
    says: 'Whether this process serves partners (api), delivers webhooks (worker) or both (all). api and worker need DATABASE_URL.',
    options: roles,
    fallback: 'all',
  }),
  SERVER_DATA_FOLDER: folderSetting('.data/server'),
  ...storeSettings,
  SERVER_SECRETS_KEY: list({
    says: 'Keys that encrypt the signing secrets in the store: the first encrypts, all decrypt. DATABASE_URL requires this or SERVER_SECRETS_KEY_FILE. Without any of the three, the server keeps a key in a file beside the data folder.',
    unit: 'keys of 32 bytes in base64',
    expected: 'keys of 32 bytes in base64, separated by commas',
    accepts: isSecretsKey,
  }),
  SERVER_SECRETS_KEY_FILE: optionalText({
    says: 'File with one such key per line, read at startup.',
    unit: 'path',
  }),
  SERVER_SECRETS_LOST: onOff(
    'off',
    'Whether to start even if some signing secrets cannot be decrypted. Their endpoints get no webhooks until you rotate those secrets.',
  ),
  SERVER_RATE_LIMIT_QUOTA: wholeNumber({
    says: 'Calls allowed per key and window.',
    unit: 'calls',
    fallback: constants.rateLimitQuota,
    min: 1,
    max: 1_000_000,
  }),
  SERVER_RATE_LIMIT_WINDOW_SECONDS: wholeNumber({
    says: 'Length of the rate-limit window.',
    unit: 'seconds',
    fallback: constants.rateLimitWindowSeconds,
    min: 1,
    max: 86_400,
  }),
  SERVER_WORKER_SLOTS: wholeNumber({
    says: 'Maximum number of concurrent delivery attempts of this process.',
    unit: 'attempts',
    fallback: 64,
    min: 1,
    max: 1_000,
  }),
  SERVER_WORKER_SLOTS_PER_ENDPOINT: wholeNumber({
    says: 'Maximum number of concurrent delivery attempts to one endpoint, across all processes.',
    unit: 'attempts',
    fallback: 8,
    min: 1,
    max: 1_000,
  }),
  SERVER_CHECK_RESPONSES: onOff(
    'off',
    'Whether to compare every response with the API document before sending it.',
  ),
  SERVER_LOG: onOff('on', 'Whether to write one line of JSON per request and attempt to stderr.'),
}

export type SettingValues = ValuesOf<typeof settings>
