import {
  choice,
  optionalText,
  SettingError,
  StartError,
  text,
  type ValuesOf,
  wholeNumber,
} from '@partner-platform/settings'
import { causesOf, FolderInUseError, StoreDownError } from './errors.ts'
import { toHostUrls } from './postgres-pool.ts'
import { queueBackends } from './start-jobs.ts'
import type { StoreLocation } from './store.ts'

/** The settings that tell an app where its store is, except its folder. */
export const storeSettings = {
  DATABASE_URL: {
    ...optionalText({
      says: 'Postgres server that stores everything, shared by any number of processes. If it names several hosts, such as host1:5432,host2:5432, the primary is used.',
      unit: 'postgres:// URL',
    }),
    expected: 'a postgres:// URL',
    parse: (given: string) => (toHostUrls(given.trim()) ? given.trim() : undefined),
  },
  DATABASE_POOL_SIZE: wholeNumber({
    says: 'Maximum number of connections from this process to that server.',
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
}

/** The setting that names the folder of an app's embedded store. */
export const folderSetting = (fallback: string) =>
  text({
    says: 'Folder of the embedded store, for one process at a time. Not used with DATABASE_URL.',
    unit: 'path',
    fallback,
  })

type Values = Omit<ValuesOf<typeof storeSettings>, 'DATABASE_BACKEND'>

/** The location of the data, from the settings. */
export function toLocation(values: Values, folder: string): StoreLocation {
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = values
  return url === undefined ? { kind: 'embedded', folder } : { kind: 'postgres', url, poolSize }
}

type OpenContext = {
  location: StoreLocation
  /** Name of the variable that gives the folder. */
  folderVariable: string
}

/** Why a store did not open, naming the variable. An error of the driver could quote a password in the URL. */
export function explainOpenError(cause: unknown, { location, folderVariable }: OpenContext) {
  const isPostgres = location.kind === 'postgres'
  const variable = isPostgres ? 'DATABASE_URL' : folderVariable
  if (cause instanceof FolderInUseError)
    return new SettingError(`${variable}: ${cause.message}`, { cause })
  if (cause instanceof StoreDownError)
    return new StartError(`${variable}: ${cause.message}`, { cause })
  const received = codeOf(cause) ?? (isPostgres ? 'no answer in time' : 'unknown error')
  const place = isPostgres ? 'database' : 'folder'
  if (isForeign(received))
    return new StartError(
      `The tables in the ${place} in ${variable} are not those of this app: ${received}. Give each app a store of its own, or restore this one from a backup.`,
      { cause },
    )
  const advice = isPostgres
    ? 'Check that Postgres runs there and that this process may use it.'
    : 'Use a folder that this process can write to.'
  return new StartError(`${variable} cannot be opened: ${received}. ${advice}`, { cause })
}

/** Whether a table is not what the migrations expect, by the class of Postgres's error code. */
const isForeign = (code: string) => /^42[0-9A-Z]{3}$/.test(code) && code !== '42501'

/** The first `code` of an error and its causes. */
const codeOf = (error: unknown): string | undefined =>
  [...causesOf(error)].map((cause) => (cause as { code?: unknown }).code).find(isString)

const isString = (value: unknown) => typeof value === 'string'
