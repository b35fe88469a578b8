export { type ExchangeOptions, exchangeBytes } from './exchange-bytes.ts'
export { startApp, temporaryFile } from './start-app.ts'
