import { pathToFileURL } from 'node:url'

/**
 * A process that runs `redocly` again and again, as loading it costs more than a comparison. Each message
 * is a command line; each answer its exit code. The command ends by `process.exit` once nothing is left to
 * do: so the channel is let go for the time of a run, and the call is caught.
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
