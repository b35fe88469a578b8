#!/usr/bin/env node
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  frames: process.stdout.isTTY === true,
}).catch((error: Error) => {
  console.error(
    `The check itself failed: ${error.message} Report this with the change that led here.`,
  )
  return 2 as const
})
