import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  ConformanceError,
  describeSummary,
  exitCodeOf,
  formatReport,
  type Report,
  type ReportFormat,
  type Warning,
  warnings,
} from '@partner-platform/conformance'
import { CliError } from '../cli-error.ts'
import type { Finished } from '../command-line/command.ts'
import type { Io } from '../io.ts'

type Asked = {
  'fail-on': readonly string[]
  format: ReportFormat
  out: string | undefined
}

type OnProgress = (progress: { sent: number; of: number }) => void

/** Runs a check with its progress on standard error, and gives its report as it is asked for. */
export async function runCheck(
  check: (onProgress: OnProgress) => Promise<Report>,
  { 'fail-on': failOn, format, out }: Asked,
  io: Io,
): Promise<Finished> {
  const wanted = toWarnings(failOn)
  if (out !== undefined) await assertWritable(out)
  const progress = io.progress('Checking …')
  try {
    const report = await check(({ sent, of }) => progress.tell(`Checking: ${sent} of ${of} …`))
    const color = out === undefined && io.isColored
    const text = formatReport(report, format, { color }).trimEnd()
    if (out !== undefined) await write(out, `${text}\n`)
    return {
      exitCode: exitCodeOf(report, { failOn: wanted }),
      document: report,
      text: out === undefined ? text : `${describeSummary(report)}.`,
    }
  } catch (error) {
    throw toCliError(error)
  } finally {
    progress.stop()
  }
}

function toWarnings(names: readonly string[]): Warning[] {
  return names.map((name) => {
    const found = warnings.find((warning) => warning === name)
    if (found !== undefined) return found
    throw new CliError('usage', `--fail-on is unknown: expected ${warnings.join(', ')}.`)
  })
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

/** A path that cannot be written is told before the check, which may take minutes; nothing is made yet. */
async function assertWritable(path: string): Promise<void> {
  try {
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    await access(found ? path : dirname(path), constants.W_OK)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

function unwritable(path: string, cause: unknown): CliError {
  const { code = 'an error' } = cause as NodeJS.ErrnoException
  const message = `${path} cannot be written: expected a file to write to, received ${code}. Name another.`
  return new CliError('file-unusable', message, { cause })
}

/** Mistakes in options name them as the package does; anything else is a fault. */
function toCliError(error: unknown): unknown {
  if (error instanceof ConformanceError) {
    const code = error.code === 'unreachable' ? 'unreachable' : 'check-failed'
    return new CliError(code, error.message, { cause: error })
  }
  const isMistake = error instanceof TypeError && /: expected .+, received /.test(error.message)
  return isMistake ? new CliError('usage', error.message, { cause: error }) : error
}
