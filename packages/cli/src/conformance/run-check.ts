import { access, constants as fileConstants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  ConformanceError,
  describeSummary,
  exitCodeOf,
  formatReport,
  type Report,
  reportFormats,
  type Warning,
  warnings,
} from '@partner-platform/conformance'
import { constants, environments } from '@partner-platform/types'
import {
  choice,
  count,
  type Finished,
  file,
  type Given,
  jsonOption,
  texts,
} from '../command-line/command.ts'
import { CliError, unusableFile, usageError } from '../errors.ts'
import type { Io } from '../io.ts'

type Asked = Given<typeof reportOptions>

type OnProgress = (progress: { sent: number; of: number }) => void

/** Runs a check with progress on standard error, and returns its report in the requested format. */
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
    if (out !== undefined) {
      await writeFile(out, `${text}\n`).catch((cause) => Promise.reject(unwritable(out, cause)))
    }
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
    throw usageError(`--fail-on must be one of ${warnings.join(', ')}.`)
  })
}

const unwritable = (path: string, cause: unknown) =>
  unusableFile(path, { problem: 'cannot be written', next: 'Name another file.', cause })

/** Reports an unwritable path before the check, which may take minutes. Creates nothing. */
async function assertWritable(path: string): Promise<void> {
  try {
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    await access(found ? path : dirname(path), fileConstants.W_OK)
  } catch (cause) {
    throw unwritable(path, cause)
  }
}

/** A mistake in an option keeps the message of the package; anything else is a fault. */
function toCliError(error: unknown): unknown {
  if (error instanceof ConformanceError) {
    const code = error.code === 'unreachable' ? 'unreachable' : 'check-failed'
    return new CliError(code, error.message, { cause: error })
  }
  const isMistake = error instanceof TypeError && /\. (Pass|Use|Take) /.test(error.message)
  return isMistake ? usageError(error.message, error) : error
}

/** For times in milliseconds. */
export const timeBounds = { min: 1, max: 600_000 }

/** What both conformance commands take. */
export const reportOptions = {
  environment: choice(environments, 'Name of the environment in the report.'),
  only: texts('ID', 'Run only this check, by its id in the report. Repeatable.'),
  'timeout-ms': count(
    'N',
    'Time limit for one exchange with its answer; by default the limit of the contract.',
    timeBounds,
  ),
  'fail-on': texts(
    'WARNING',
    `Exit with 1 on this warning too: ${warnings.join(', ')}. Repeatable.`,
  ),
  format: choice(reportFormats, 'Form of the report.', 'terminal'),
  out: file('Write the report to this file, and print only its last line.'),
  ...jsonOption,
}

/** The options of a check that both commands have. */
export const commonOptions = ({ environment, only, 'timeout-ms': timeoutMs }: Asked) => ({
  ...(environment === undefined ? {} : { environment }),
  ...(only.length > 0 ? { only } : {}),
  fetchTimeoutMs: timeoutMs ?? constants.attemptTimeoutMs,
})
