import { access, constants as fileConstants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  ConformanceError,
  checkReceiver,
  checkServer,
  describeSummary,
  type Effect,
  exitCodeOf,
  formatReport,
  type Report,
} from '@partner-platform/conformance'
import type { Finished, Given } from './command.ts'
import type {
  conformanceReceiverCommand,
  conformanceServerCommand,
} from './conformance-commands.ts'
import { CliError, unusableFile, usageError } from './errors.ts'
import type { Io } from './io.ts'
import { readApiKey, readKeyFile, readSecrets } from './secrets.ts'

export async function checkReceiverOf(
  given: Given<typeof conformanceReceiverCommand>,
  io: Io,
): Promise<Finished> {
  const secrets = given.unsigned ? undefined : await readSecrets(io, given['secret-file'])
  const effectsUrl = given['effects-url']
  const options = {
    ...commonOptions(given),
    url: given.url.href,
    secrets,
    effects: effectsUrl && (() => fetchEffects(effectsUrl)),
    effectsTimeoutMs: given['effects-timeout-ms'],
    quickAnswerMs: given['quick-answer-ms'],
    slow: given.slow,
  }
  return runCheck((onProgress) => checkReceiver({ ...options, onProgress }), given, io)
}

const timeoutMs = 5_000

/** What a receiver reports as its effects. The check validates the list. */
async function fetchEffects(url: URL): Promise<readonly Effect[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (response.ok) return (await response.json()) as readonly Effect[]
  throw new Error(`${url.origin} answered ${response.status}, not 200 with a JSON list.`)
}

export async function checkServerOf(
  given: Given<typeof conformanceServerCommand>,
  io: Io,
): Promise<Finished> {
  const options = {
    ...commonOptions(given),
    baseUrl: given.url.href,
    apiKey: await readApiKey(io, given['api-key-file']),
    otherEnvironmentKey: await readOptional(given['other-environment-key-file']),
    revokedKey: await readOptional(given['revoked-key-file']),
    allowedOrigin: given['allowed-origin'],
    exhaustLimit: given['exhaust-limit'],
  }
  return runCheck((onProgress) => checkServer({ ...options, onProgress }), given, io)
}

const readOptional = async (file: string | undefined) =>
  file === undefined ? undefined : readKeyFile(file)

const commonOptions = ({ environment, only, 'timeout-ms': fetchTimeoutMs }: ReportGiven) => ({
  environment,
  only: only.length > 0 ? only : undefined,
  fetchTimeoutMs,
})

type ReportGiven = Given<typeof conformanceReceiverCommand> | Given<typeof conformanceServerCommand>

type OnProgress = (progress: { sent: number; of: number }) => void

async function runCheck(
  check: (onProgress: OnProgress) => Promise<Report>,
  { 'fail-on': failOn, format, out }: ReportGiven,
  io: Io,
): Promise<Finished> {
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
      exitCode: exitCodeOf(report, { failOn }),
      document: report,
      text: out === undefined ? text : `${describeSummary(report)}.`,
    }
  } catch (error) {
    throw toCliError(error)
  } finally {
    progress.stop()
  }
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
