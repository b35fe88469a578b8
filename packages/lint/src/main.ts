#!/usr/bin/env node
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  frames: process.stdout.isTTY === true,
}).catch((error: Error) => {
  console.error(
    `contract-lint itself failed. Report this, together with the change that caused it: ${error.message}`,
  )
  return 2 as const
})
