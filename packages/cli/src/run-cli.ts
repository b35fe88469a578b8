import { readFileSync } from 'node:fs'
import type { ExitCode } from './command.ts'
import { parseCommandLine, toGlobalHelp, toHelp } from './command-line.ts'
import { commands } from './commands.ts'
import { CliError, cliErrors } from './errors.ts'
import type { Io } from './io.ts'
import { maskSecrets } from './secrets.ts'
import { formatIssue, toPlainJson } from './terminal.ts'

/**
 * Runs a command line and returns the exit code: 0 success, 1 negative result, 2 could not run. Never
 * rejects. With `--json`, standard output is always JSON.
 */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const asked = parseCommandLine(commands, args)
    if (asked.kind === 'version') {
      io.print(readVersion())
      return 0
    }
    if (asked.kind === 'help') {
      io.print(asked.command ? toHelp(asked.command) : toGlobalHelp(commands))
      return 0
    }
    const { command, given } = asked
    const { exitCode, document, text } = await command.run(given, io, commands)
    if (!given.json && text !== '') io.print(text)
    if (given.json && document !== undefined) io.print(toPlainJson(document, 2))
    return exitCode
  } catch (error) {
    return explain(toCliError(error), { io, isJson: args.includes('--json') })
  }
}

function explain(error: CliError, { io, isJson }: { io: Io; isJson: boolean }) {
  const { code, issues } = error
  const message = maskSecrets(error.message)
  const lines = issues.map((issue) => `  ${formatIssue(issue)}`)
  io.note([message, ...lines].join('\n'))
  // On one line, because it may follow the lines of listen.
  if (isJson) io.print(toPlainJson({ ok: false, error: { code, message, issues } }))
  return cliErrors[code].exitCode
}

/** A fault of the command is one line too, with its class and message for the report. */
function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error
  const { name = 'Error', message = '' } = error instanceof Error ? error : {}
  return new CliError(
    'internal',
    `The command itself failed. Please report this: ${name}: ${message}`,
  )
}

function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}
