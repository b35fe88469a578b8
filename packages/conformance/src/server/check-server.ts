import { selectChecks } from '../engine/check.ts'
import { openRun, type Run } from '../engine/run.ts'
import { toReport, toResult } from '../engine/to-report.ts'
import { unseen } from '../engine/verdict.ts'
import { ConformanceError } from '../errors.ts'
import { toCurl } from '../http/to-curl.ts'
import type { Report, Result } from '../report.ts'
import { accessChecks } from './checks/access.ts'
import { countryChecks } from './checks/countries.ts'
import { envelopeChecks } from './checks/envelope.ts'
import { errorChecks, statusChecks } from './checks/errors.ts'
import { keyChecks, keyPairChecks } from './checks/keys.ts'
import { limitChecks } from './checks/limits.ts'

import {
  createServerKit,
  hasStatus,
  type ServerCheck,
  type ServerFinding,
  type ServerKit,
} from './server-kit.ts'
import { type ServerCheckOptions, secretsOf, toServerTarget } from './server-options.ts'

/** Most bytes of an answer that are read. */
const answerLimitBytes = 4 * 1024 * 1024

/**
 * Calls the operation of a server in every way that the contract speaks of, and reports by rule what it
 * answers. About 40 calls of the key's limit are spent. Rejects with a `TypeError` for options that
 * cannot work, and with a `ConformanceError` if there is nothing to report.
 */
export async function checkServer(options: ServerCheckOptions): Promise<Report> {
  const url = toServerTarget(options)
  const checks = selectChecks(serverChecks, options.only)
  const startedAtMs = (options.now ?? Date.now)()
  const startedMs = performance.now()
  const run = await openRun({ ...options, target: url, answerLimitBytes })
  const kit = createServerKit(run, url, options)
  if (hasStatus(await kit.success(), 429)) {
    throw new ConformanceError(
      'limit-used-up',
      'The first call was answered 429: the rate limit of the key is used up.',
    )
  }
  const results: Result[] = []
  for (const [index, check] of checks.entries()) {
    options.onProgress?.({ sent: index, of: checks.length })
    const result = await runOne(check, { kit, run })
    results.push(result)
    options.onResult?.(result)
  }
  options.onProgress?.({ sent: checks.length, of: checks.length })
  const durationMs = performance.now() - startedMs
  const { environment } = options
  return toReport(results, {
    target: 'server',
    url,
    environment,
    startedAtMs,
    durationMs,
    secrets: secretsOf(options),
  })
}

async function runOne(
  check: ServerCheck,
  { kit, run }: { kit: ServerKit; run: Run },
): Promise<Result> {
  const startedMs = performance.now()
  const reason = reasonToSkip(check, { kit, run })
  const { sent, verdict } = reason
    ? { sent: [], verdict: unseen('nothing, as nothing was sent', reason) }
    : withinLimit(check, await check.run(kit))
  const durationMs = performance.now() - startedMs
  const curl = sent.length === 0 ? null : sent.map(({ outgoing }) => toCurl(outgoing)).join('\n')
  return toResult(check, { verdict, curl, durationMs }, secretsOf(kit.options))
}

function reasonToSkip(
  { needs }: ServerCheck,
  { kit, run }: { kit: ServerKit; run: Run },
): string | undefined {
  if (run.isSilent()) return 'The server no longer answers: find out why, and run again.'
  return needs && !kit.options[needs] ? `Pass ${needs} to have it judged.` : undefined
}

/** A 429 that a check did not expect proves nothing. */
function withinLimit({ spendsLimit = false }: ServerCheck, finding: ServerFinding): ServerFinding {
  const isLimited = finding.sent.some((one) => hasStatus(one, 429))
  if (spendsLimit || !isLimited || finding.verdict.kind === 'passed') return finding
  const next = 'The limit of the key is used up: wait until the window is over, and run again.'
  return { ...finding, verdict: unseen(finding.verdict.received, next) }
}

/** Every check of a server, in order. Those that use up the limit come last. */
export const serverChecks: readonly ServerCheck[] = [
  ...keyChecks,
  ...keyPairChecks,
  ...accessChecks,
  ...envelopeChecks,
  ...countryChecks,
  ...errorChecks,
  ...limitChecks,
  ...statusChecks,
]
