export {
  createStrictHttpServer,
  type StrictHttpServerOptions,
} from './create-strict-http-server.ts'
export type { ProtocolErrorStatus } from './find-request-problem.ts'
export { gatherLines } from './gather-lines.ts'
export { headerLines } from './header-lines.ts'
export { type HttpLimits, httpLimits } from './http-limits.ts'
export { type App, type Ended, launchApp, type Running } from './launch-app.ts'
export { assertLoopback, isLoopbackHost } from './loopback.ts'
export { nameVariable } from './name-variable.ts'
export { createProxyList, proxies } from './proxies.ts'
export { readSecretLines } from './read-secret-lines.ts'
export {
  type Environ,
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
