export { explainOpenError, type OpenContext } from './explain-open-error.ts'
export { folderSetting, storeSettings } from './store-settings.ts'
export { toLocation } from './to-location.ts'
