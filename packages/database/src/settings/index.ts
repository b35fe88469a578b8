export {
  explainOpenError,
  folderSetting,
  type OpenContext,
  storeSettings,
  toLocation,
} from './store-settings.ts'
