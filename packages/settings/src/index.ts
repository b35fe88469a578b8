export { gatherLines } from './gather-lines.ts'
export {
  type Environ,
  nameVariable,
  readSecretLines,
  readSettings,
  SettingError,
  StartError,
} from './read-settings.ts'
export { type App, type Ended, launchApp, type Running, runApp } from './run-app.ts'
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
