export type { ExitCode } from './command.ts'
export { type CliErrorCode, cliErrors } from './errors.ts'
export { createIo, type Environ, type Io } from './io.ts'
export { runCli } from './run-cli.ts'
