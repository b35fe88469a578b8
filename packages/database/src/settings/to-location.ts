import { type ValuesOf, wrongSetting } from '@partner-platform/settings'
import { toHostUrls } from '../host-urls.ts'
import type { StoreLocation } from '../store.ts'
import type { storeSettings } from './store-settings.ts'

type Values = Omit<ValuesOf<typeof storeSettings>, 'DATABASE_BACKEND'>

/** Where the settings say that the data lies; throws a `SettingError` for a URL of something else. */
export function toLocation(values: Values, folder: string): StoreLocation {
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = values
  if (url === undefined) return { kind: 'embedded', folder }
  if (toHostUrls(url)) return { kind: 'postgres', url, poolSize }
  throw wrongSetting('DATABASE_URL', {
    expected: 'a URL that begins with postgres://',
    received: `text of ${url.length} characters`,
  })
}
