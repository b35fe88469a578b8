#!/usr/bin/env node
import { runCli } from './run-cli.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output has seen enough: `| head`.
  process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : 2)
})
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  isColored: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
})
