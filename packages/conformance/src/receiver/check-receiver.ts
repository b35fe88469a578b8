import { constants } from '@partner-platform/types'
import { selectChecks } from '../engine/check.ts'
import { describeSent, openRun, type Run } from '../engine/run.ts'
import { toReport, toResult } from '../engine/to-report.ts'
import { unseen, type Verdict } from '../engine/verdict.ts'
import { type AnswerKind, kindOf } from '../http/exchange.ts'
import { toCurl } from '../http/to-curl.ts'
import type { Report, Result } from '../report.ts'
import { effectOf } from './event-maker.ts'
import { findHint } from './find-hint.ts'
import { read, readEffects } from './read-effects.ts'
import { receiverChecks } from './receiver-checks.ts'
import {
  createReceiverKit,
  type Drive,
  isAccepted,
  type ReceiverCheck,
  type ReceiverKit,
  takesGenuine,
} from './receiver-kit.ts'
import { type Effect, type ReceiverCheckOptions, toReceiverSettings } from './receiver-options.ts'

/**
 * Sends everything to a webhook receiver that the service may send it, and what others may, and reports
 * by rule what it makes of it. It takes some seconds and leaves events of made-up submissions behind, so
 * run it against a receiver for tests. Rejects with a `TypeError` for options that cannot work, and with
 * a `ConformanceError` if there is nothing to report.
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

/** Runs all checks. With effects, it judges after all of them had time to happen. */
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

/** A 429 neither accepts nor refuses a delivery, so it proves nothing. */
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
      : 'Pass a second secret of the receiver, to check a rotation.'
  }
  if (isSlow && !kit.slow)
    return 'Pass slow to have it judged. It takes as long as the receiver waits.'
  return undefined
}

/** What a receiver that is just starting may answer once. */
const passing: readonly AnswerKind[] = ['failed', 'closed']

/**
 * Sends a plain genuine delivery before all checks, and keeps in the kit what its answer tells. Resolves
 * with what a receiver that took it acts upon.
 */
async function takeBaseline(kit: ReceiverKit): Promise<Effect[]> {
  const event = kit.events.returned()
  const outgoing = await kit.prepare(event)
  const first = await kit.send(outgoing)
  const sent = passing.includes(kindOf(first.answer)) ? await kit.send(outgoing) : first
  kit.baseline = kindOf(sent.answer)
  if (isAccepted(sent)) return [effectOf(event)]
  kit.hint = await findHint(kit, sent)
  return []
}

/** Shell commands that send what a check sent, in order, or `null` if it sent nothing. */
function curlOf({ sent, atOnce = false }: Drive): string | null {
  if (sent.length === 0) return null
  const commands = sent.map(({ outgoing }) => toCurl(outgoing))
  if (!atOnce) return commands.join('\n')
  const [first] = commands
  if (commands.every((command) => command === first)) {
    return `for _ in $(seq ${commands.length}); do ${first} & done; wait`
  }
  return [...commands.map((command) => `${command} &`), 'wait'].join('\n')
}
