#!/usr/bin/env node
import { createIo } from './io.ts'
import { runCli } from './run-cli.ts'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe, such as `| head`.
    process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : 2)
  })
}
process.on('uncaughtException', ({ name, message }) => {
  process.stderr.write(`The command itself failed. Please report this: ${name}: ${message}\n`)
  process.exit(2)
})
process.exitCode = await runCli(process.argv.slice(2), createIo(process))
