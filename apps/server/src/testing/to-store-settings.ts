import type { StoreLocation } from '@partner-platform/database'

/** Settings of a process that is to work on a store. */
export const toStoreSettings = (location: StoreLocation): Record<string, string> =>
  location.kind === 'embedded'
    ? { SERVER_DATA_FOLDER: location.folder ?? '' }
    : { DATABASE_URL: location.url }
