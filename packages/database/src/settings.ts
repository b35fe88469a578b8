import {
  choice,
  optionalText,
  SettingError,
  StartError,
  text,
  type ValuesOf,
  wholeNumber,
} from '@partner-platform/settings'
import { FolderInUseError, StoreDownError } from './errors.ts'
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
export function explainOpenError(error: unknown, { location, folderVariable }: OpenContext) {
  if (error instanceof StoreDownError) {
    const variable = location.kind === 'postgres' ? 'DATABASE_URL' : folderVariable
    return new StartError(`${variable}: ${error.message}`, { cause: error })
  }
  if (location.kind === 'postgres') {
    const received = codeOf(error) ?? 'no answer in time'
    if (isForeign(received)) return foreignStore('the database in DATABASE_URL', received, error)
    return new StartError(
      `DATABASE_URL cannot be opened: ${received}. Check that Postgres runs there and that this process may use it.`,
      { cause: error },
    )
  }
  if (error instanceof FolderInUseError) {
    return new SettingError(`${folderVariable}: ${error.message}`, { cause: error })
  }
  const received = codeOf(error) ?? 'unknown error'
  if (isForeign(received)) return foreignStore(`the folder in ${folderVariable}`, received, error)
  return new StartError(
    `${folderVariable} cannot be opened: ${received}. Use a folder that this process can write to.`,
    { cause: error },
  )
}

/** Whether a table is not what the migrations expect, by the class of Postgres's error code. */
const isForeign = (code: string) => /^42[0-9A-Z]{3}$/.test(code) && code !== '42501'

const foreignStore = (place: string, received: string, cause: unknown) =>
  new StartError(
    `The tables in ${place} are not those of this app: ${received}. Give each app a store of its own, or restore this one from a backup.`,
    { cause },
  )

/** The first `code` of an error and its causes. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : codeOf(error.cause)
}
