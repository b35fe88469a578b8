import { constants } from '@partner-platform/types'
import { describeSent } from '../engine/describe-sent.ts'
import { openRun, type Run } from '../engine/run.ts'
import { selectChecks } from '../engine/select-checks.ts'
import { toReport } from '../engine/to-report.ts'
import { toResult } from '../engine/to-result.ts'
import { unseen, type Verdict } from '../engine/verdict.ts'
import type { Report, Result } from '../report.ts'
import { curlOf } from './curl-of.ts'
import { read, readEffects } from './read-effects.ts'
import type { Drive, ReceiverCheck } from './receiver-check.ts'
import { receiverChecks } from './receiver-checks.ts'
import { createReceiverKit, type ReceiverKit, takesGenuine } from './receiver-kit.ts'
import { type ReceiverCheckOptions, toReceiverSettings } from './receiver-options.ts'
import { takeBaseline } from './take-baseline.ts'

/**
 * Sends everything to a webhook receiver that the service may send it, and what others may, and reports
 * by rule what it makes of it. It takes some seconds and leaves events of made-up submissions behind, so
 * run it against a receiver for tests. Rejects with a `TypeError` for options that cannot work, and with
 * a `ConformanceError` where there is nothing to report.
 */
export async function checkReceiver(options: ReceiverCheckOptions): Promise<Report> {
  const settings = toReceiverSettings(options)
  const { url, effects, effectsTimeoutMs: timeoutMs, now } = settings
  const checks = selectChecks(receiverChecks, options.only)
  const startedAtMs = now()
  const startedMs = performance.now()
  const run = await openRun({
    ...options,
    target: url,
    answerLimitBytes: constants.answerLimitBytes,
  })
  if (effects) await read({ effects, timeoutMs })
  const kit = createReceiverKit({ ...settings, run })
  const found = await driveAll(checks, { kit, run, settings, options })
  const durationMs = performance.now() - startedMs
  const { environment } = options
  return toReport(found, {
    target: 'receiver',
    url,
    environment,
    startedAtMs,
    durationMs,
    secrets: settings.secrets,
  })
}

type Context = {
  kit: ReceiverKit
  run: Run
  settings: ReturnType<typeof toReceiverSettings>
  options: ReceiverCheckOptions
}

/** Drives all checks; where effects are to be seen, it judges when all of them had their time. */
async function driveAll(
  checks: readonly ReceiverCheck[],
  { kit, run, settings, options }: Context,
): Promise<Result[]> {
  const { secrets, effects, effectsTimeoutMs: timeoutMs, pauses } = settings
  const { onResult, onProgress } = options
  const results: Result[] = []
  const judge = ({ check, drive, durationMs }: Driven, verdict: Verdict) => {
    const result = toResult(check, { verdict, curl: curlOf(drive), durationMs }, secrets)
    results.push(result)
    onResult?.(result)
  }
  const baseline = await takeBaseline(kit)
  const driven: Driven[] = []
  for (const [index, check] of checks.entries()) {
    onProgress?.({ sent: index, of: checks.length })
    const one = await driveOne(check, { kit, run })
    if (effects) driven.push(one)
    else judge(one, one.drive.judge(undefined))
  }
  onProgress?.({ sent: checks.length, of: checks.length })
  if (!effects) return results
  const awaits = [...baseline, ...driven.flatMap(({ drive }) => drive.awaits ?? [])]
  const { throwIfAborted } = run
  const { submissions } = kit.events
  const sight = await readEffects({
    ...{ effects, awaits, submissions, timeoutMs, pauses, throwIfAborted },
  })
  for (const one of driven) judge(one, one.drive.judge(sight))
  return results
}

type Driven = { check: ReceiverCheck; drive: Drive; durationMs: number }

async function driveOne(
  check: ReceiverCheck,
  { kit, run }: { kit: ReceiverKit; run: Run },
): Promise<Driven> {
  const startedMs = performance.now()
  const reason = reasonToSkip(check, { kit, run })
  const limited = run.limited()
  const driven = reason
    ? { sent: [], judge: () => unseen('nothing, as nothing was sent', reason) }
    : await check.drive(kit)
  const isLimited = run.limited() > limited && takesGenuine(kit) && check.bearsLimit !== true
  const drive = isLimited ? beyondLimit(driven) : driven
  return { check, drive, durationMs: performance.now() - startedMs }
}

/** A 429 neither takes nor refuses what was sent: it tells nothing of it. */
const beyondLimit = (drive: Drive): Drive => ({
  ...drive,
  awaits: [],
  judge: () =>
    unseen(
      describeSent(drive.sent),
      'It answers 429, too many requests: raise its limit for this run, and run again.',
    ),
})

function reasonToSkip(
  { secrets: needed = 0, isSlow = false }: ReceiverCheck,
  { kit, run }: { kit: ReceiverKit; run: Run },
): string | undefined {
  if (run.isSilent()) return 'The receiver no longer answers: find out why, and run again.'
  if (kit.secrets.length < needed) {
    return kit.secrets.length === 0
      ? 'Pass the secrets of the receiver, once verification is enabled for the integration.'
      : 'Pass a second secret that the receiver holds, to see how it takes a rotation.'
  }
  if (isSlow && !kit.slow)
    return 'Pass slow to have it judged: it takes as long as the receiver lets it.'
  return undefined
}
