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
  reportFormats,
  warnings,
} from '@partner-platform/conformance'
import { environments } from '@partner-platform/types'
import {
  choice,
  count,
  defineCommand,
  type Finished,
  file,
  flag,
  type Given,
  repeated,
  text,
  url,
} from './command.ts'
import { CliError, unusableFile, usageError } from './errors.ts'
import type { Io } from './io.ts'
import { apiKeyOption, readApiKey, readKeyFile, readSecrets, secretOption } from './secrets.ts'

/** For times in milliseconds. */
const timeBounds = { min: 1, max: 600_000 }

/** What both conformance commands take. */
const reportOptions = {
  environment: choice(environments, 'Name of the environment in the report.'),
  only: repeated(text('ID', 'Run only this check, by its id in the report. Repeatable.')),
  'timeout-ms': count(
    'N',
    'Time limit for one exchange with its answer; by default the limit of the contract.',
    timeBounds,
  ),
  'fail-on': repeated(choice(warnings, 'Exit with 1 on this warning too. Repeatable.')),
  format: choice(reportFormats, 'Form of the report.', 'terminal'),
  out: file('Write the report to this file, and print only its last line.'),
}

export const conformanceReceiverCommand = defineCommand({
  name: 'conformance receiver',
  says: "Check anyone's webhook receiver against the contract, rule by rule.",
  details: [
    'Sends genuine and hostile deliveries with events of invented submissions, so use a test receiver.',
    'Some rules need --effects-url, which answers with a JSON list of { uuid, status }: one for each',
    'event that the receiver acted on.',
  ],
  operands: { url: url('The callback URL, such as http://127.0.0.1:4020/webhooks.') },
  options: {
    'effects-url': url('Where the receiver lists the events that it acted on.'),
    'effects-timeout-ms': count(
      'N',
      'Time limit for the receiver to act after its answer.',
      timeBounds,
      5_000,
    ),
    'quick-answer-ms': count('N', 'Time limit of a quick answer.', timeBounds, 2_000),
    slow: flag(
      'Also check that the receiver drops a stalled sender. Takes as long as the receiver waits.',
    ),
    unsigned: flag('For an integration without signature verification.'),
    ...secretOption,
    ...reportOptions,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'conformance receiver http://127.0.0.1:4020/webhooks --secret-file secret.txt':
      'A report on the terminal',
    'conformance receiver https://hooks.example/visa --format junit --out report.xml':
      'For a build server',
  },
  async run(given, io) {
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
  },
})

const timeoutMs = 5_000

/** What a receiver reports as its effects. The check validates the list. */
async function fetchEffects(url: URL): Promise<readonly Effect[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (response.ok) return (await response.json()) as readonly Effect[]
  throw new Error(`${url.origin} answered ${response.status}, not 200 with a JSON list.`)
}

export const conformanceServerCommand = defineCommand({
  name: 'conformance server',
  says: "Check anyone's server of the countries operation against the contract, rule by rule.",
  operands: { url: url('The base URL, such as http://127.0.0.1:4010.') },
  options: {
    ...apiKeyOption,
    'other-environment-key-file': file(
      'File with an active key of another environment, to check that it is refused.',
    ),
    'revoked-key-file': file('File with a revoked key, to check that it is refused.'),
    'allowed-origin': text(
      'ORIGIN',
      'An origin that the environment allows to browsers, such as https://partner.example.',
    ),
    'exhaust-limit': flag("Also use up the key's rate limit, to check the answer after it."),
    ...reportOptions,
    environment: choice(
      environments,
      'Environment of the server, for the report. Staging and production must check origins.',
    ),
  },
  environment: ['PARTNER_PLATFORM_API_KEY', 'NO_COLOR'],
  examples: {
    'conformance server http://127.0.0.1:4010 --api-key-file key.txt': 'A report on the terminal',
    'conformance server http://127.0.0.1:4010 --exhaust-limit --format html --out report.html':
      'All checks, as a web page',
  },
  async run(given, io) {
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
  },
})

const readOptional = async (file: string | undefined) =>
  file === undefined ? undefined : readKeyFile(file)

/** The options of a check that both commands have. */
const commonOptions = ({ environment, only, 'timeout-ms': fetchTimeoutMs }: Asked) => ({
  environment,
  only: only.length > 0 ? only : undefined,
  fetchTimeoutMs,
})

type Asked = Given<typeof reportOptions>

type OnProgress = (progress: { sent: number; of: number }) => void

/** Runs a check with progress on standard error, and returns its report in the requested format. */
async function runCheck(
  check: (onProgress: OnProgress) => Promise<Report>,
  { 'fail-on': failOn, format, out }: Asked,
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
