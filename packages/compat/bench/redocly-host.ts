import { pathToFileURL } from 'node:url'

/**
 * A process that runs `redocly` again and again, because loading it takes longer than a comparison. Each
 * message is a command line; each answer is its exit code. The command calls `process.exit` once nothing is
 * left to do, so each run releases the channel and this process catches the call.
 */
const [, , module = ''] = process.argv
let runs = 0

process.on('message', (args: string[]) => {
  process.argv = [process.execPath, 'redocly', ...args]
  process.exit = ((code?: number) => {
    process.channel?.ref()
    process.send?.({ code: code ?? 0 })
  }) as typeof process.exit
  runs += 1
  process.channel?.unref()
  import(`${pathToFileURL(module)}?run=${runs}`).catch(() => process.exit(2))
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
