import { unseen } from '../engine/check.ts'
import { hasStatus, type Run } from '../engine/run.ts'
import { runChecks, type Session } from '../engine/run-checks.ts'
import { ConformanceError } from '../errors.ts'
import type { Report } from '../report.ts'
import { accessChecks } from './checks/access.ts'
import { errorChecks, statusChecks } from './checks/errors.ts'
import { keyChecks } from './checks/keys.ts'
import { limitChecks } from './checks/limits.ts'
import { successChecks } from './checks/success.ts'
import type { ServerCheck, ServerFinding } from './server-check.ts'
import { createServerKit, type ServerCheckOptions, toServerTarget } from './server-kit.ts'

/** Every check of a server, in order. Those that use up the limit come last. */
export const serverChecks: readonly ServerCheck[] = [
  ...keyChecks,
  ...accessChecks,
  ...successChecks,
  ...errorChecks,
  ...limitChecks,
  ...statusChecks,
]

/**
 * Calls the operation of a server in every way that the contract mentions, and reports by rule how it
 * answers. Spends about 40 calls of the key's limit. Rejects with a `TypeError` for options that
 * cannot work, and with a `ConformanceError` if there is nothing to report.
 */
export async function checkServer(options: ServerCheckOptions): Promise<Report> {
  const url = toServerTarget(options)
  const { apiKey, otherEnvironmentKey, revokedKey } = options
  const secrets = [apiKey, otherEnvironmentKey, revokedKey].filter((one) => one !== undefined)
  return runChecks(options, {
    target: 'server',
    url,
    secrets,
    checks: serverChecks,
    answerLimitBytes: 4 * 1024 * 1024,
    open: (run) => openSession(run, url, options),
  })
}

/** What the command line calls an option. */
const flags = {
  otherEnvironmentKey: '--other-environment-key-file',
  revokedKey: '--revoked-key-file',
  allowedOrigin: '--allowed-origin',
  exhaustLimit: '--exhaust-limit',
}

async function openSession(
  run: Run,
  url: URL,
  options: ServerCheckOptions,
): Promise<Session<ServerCheck>> {
  const kit = createServerKit(run, url, options)
  if (hasStatus(await kit.success(), 429)) {
    throw new ConformanceError(
      'limit-used-up',
      'The first call was answered with 429: the rate limit of the key is used up.',
    )
  }
  return {
    reasonToSkip: ({ needs }) =>
      needs && !options[needs] ? `Pass ${needs} (${flags[needs]}) to run this check.` : undefined,
    async drive(check) {
      const { sent, verdict } = withinLimit(check, await check.run(kit))
      return { sent, judge: () => verdict }
    },
  }
}

/** A 429 that a check did not expect proves nothing. */
function withinLimit({ spendsLimit = false }: ServerCheck, finding: ServerFinding): ServerFinding {
  const isLimited = finding.sent.some((one) => hasStatus(one, 429))
  if (spendsLimit || !isLimited || finding.verdict.kind === 'passed') return finding
  const next =
    'The limit of the key is used up: wait until the window ends, then run the checks again.'
  return { ...finding, verdict: unseen(finding.verdict.received, next) }
}
