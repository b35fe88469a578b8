import { queueBackends } from '@partner-platform/database'
import {
  choice,
  environments,
  host,
  optionalText,
  port,
  secret,
  text,
  type ValuesOf,
  wholeNumber,
} from '@partner-platform/settings'
import { constants } from '@partner-platform/types'
import { roles } from './build-server.ts'

/** Every setting of the app; `--help` and the README show this table. */
export const settings = {
  PORT: port(4010),
  HOST: host(),
  OPERATOR_PORT: port(
    4011,
    'Where the operator surface listens, on loopback only; 0 takes a free port.',
  ),
  SERVER_OPERATOR_TOKEN: secret({
    says: 'Bearer token of the operator surface. Without it and without DATABASE_URL, one is made and kept in the data folder.',
    minLength: 32,
  }),
  ENVIRONMENT: choice({
    says: 'Environment that this server is.',
    options: environments,
    fallback: 'development',
  }),
  SERVER_ROLE: choice({
    says: 'Whether this process answers partners (api), delivers webhooks (worker) or both. All but the last need DATABASE_URL.',
    options: roles,
    fallback: 'all',
  }),
  SERVER_DATA_FOLDER: text({
    says: 'Folder of the embedded store, for one process at a time. Not used with DATABASE_URL.',
    unit: 'path',
    fallback: '.data/server',
  }),
  DATABASE_URL: optionalText({
    says: 'A Postgres server to keep everything in, shared by any number of processes.',
    unit: 'postgres:// URL',
  }),
  DATABASE_POOL_SIZE: wholeNumber({
    says: 'Connections to that server that this process uses at most.',
    unit: 'connections',
    fallback: 10,
    min: 2,
    max: 200,
  }),
  DATABASE_BACKEND: choice({
    says: 'Engine behind DATABASE_URL, for the job queue. Only postgres is tested.',
    options: queueBackends,
    fallback: 'postgres',
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
  SERVER_WORKER_SLOTS: wholeNumber({
    says: 'Delivery attempts that this process makes at once.',
    unit: 'attempts',
    fallback: 64,
    min: 1,
    max: 1_000,
  }),
  SERVER_WORKER_SLOTS_PER_ENDPOINT: wholeNumber({
    says: 'Delivery attempts at once to one endpoint, over all processes.',
    unit: 'attempts',
    fallback: 8,
    min: 1,
    max: 1_000,
  }),
  SERVER_CHECK_RESPONSES: choice({
    says: 'Whether every response is compared with its document before it leaves.',
    options: ['on', 'off'],
    fallback: 'off',
  }),
  SERVER_LOG: choice({
    says: 'One line of JSON per request and attempt on stderr.',
    options: ['on', 'off'],
    fallback: 'on',
  }),
}

export type SettingValues = ValuesOf<typeof settings>
