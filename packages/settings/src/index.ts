export { gatherLines } from './gather-lines.ts'
export { type App, type Ended, launchApp, type Running } from './launch-app.ts'
export { readSecretLines } from './read-secret-lines.ts'
export {
  type Environ,
  nameVariable,
  readSettings,
  SettingError,
  StartError,
  wrongSetting,
} from './read-settings.ts'
export { runApp } from './run-app.ts'
export {
  choice,
  host,
  list,
  optionalText,
  port,
  type Setting,
  type Settings,
  secret,
  text,
  type ValuesOf,
  wholeNumber,
} from './setting.ts'
