import { choice, optionalText, text, wholeNumber } from '@partner-platform/settings'
import { queueBackends } from '../start-jobs.ts'

/** The settings by which an app finds its store, beside the one that names its folder. */
export const storeSettings = {
  DATABASE_URL: optionalText({
    says: 'A Postgres server to keep everything in, shared by any number of processes. Of several hosts, such as host1:5432,host2:5432, the primary is used.',
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
}

/** The setting that names the folder of an app's embedded store. */
export const folderSetting = (fallback: string) =>
  text({
    says: 'Folder of the embedded store, for one process at a time. Not used with DATABASE_URL.',
    unit: 'path',
    fallback,
  })
