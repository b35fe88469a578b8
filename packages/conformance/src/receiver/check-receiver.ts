import { constants } from '@partner-platform/types'
import { type Drive, type Effect, unseen } from '../engine/check.ts'
import { describeSent, type Run, type Sent } from '../engine/run.ts'
import { runChecks, type Session } from '../engine/run-checks.ts'
import { kindOf } from '../http/exchange.ts'
import type { Report } from '../report.ts'
import { bodyChecks, byteChecks, httpChecks } from './checks/bodies.ts'
import { duplicateChecks, loadChecks } from './checks/duplicates.ts'
import { eventChecks, timeChecks } from './checks/events.ts'
import { payloadChecks } from './checks/payloads.ts'
import { keyedBy, signatureChecks, spellingsOf, textKeysOf } from './checks/signatures.ts'
import { read, readEffects } from './read-effects.ts'
import { isAccepted, type ReceiverCheck, takesGenuine } from './receiver-check.ts'
import { createReceiverKit, effectOf, type ReceiverKit, toBytes } from './receiver-kit.ts'
import {
  type ReceiverCheckOptions,
  type ReceiverSettings,
  toReceiverSettings,
} from './receiver-options.ts'

/** Every check of a receiver, in the order in which they run: the kind ones first. */
export const receiverChecks: readonly ReceiverCheck[] = [
  ...payloadChecks,
  ...eventChecks,
  ...byteChecks,
  ...duplicateChecks,
  ...timeChecks,
  ...signatureChecks,
  ...bodyChecks,
  ...httpChecks,
  ...loadChecks,
]

/**
 * Sends a webhook receiver everything that the service or an attacker may send, and reports by rule how it
 * reacts. It takes some seconds and leaves events of made-up submissions behind, so run it against a test
 * receiver. Rejects with a `TypeError` for options that cannot work, and with
 * a `ConformanceError` if there is nothing to report.
 */
export async function checkReceiver(options: ReceiverCheckOptions): Promise<Report> {
  const settings = toReceiverSettings(options)
  return runChecks(options, {
    target: 'receiver',
    url: settings.url,
    secrets: settings.secrets.flatMap(spellingsOf),
    answerLimitBytes: constants.answerLimitBytes,
    checks: receiverChecks,
    open: (run) => openSession(run, settings),
  })
}

async function openSession(run: Run, settings: ReceiverSettings): Promise<Session<ReceiverCheck>> {
  const { effects, effectsTimeoutMs } = settings
  if (effects) await read(effects, effectsTimeoutMs)
  const kit = createReceiverKit(run, settings)
  const baseline = await takeBaseline(kit)
  const { throwIfAborted } = run
  return {
    reasonToSkip: (check) => reasonToSkip(check, settings),
    async drive(check) {
      const limited = run.limited()
      const drive = await check.drive(kit)
      const isLimited = run.limited() > limited && takesGenuine(kit) && !check.bearsLimit
      return isLimited ? beyondLimit(drive) : drive
    },
    ...(effects && {
      look(drives) {
        const awaits = [...baseline, ...drives.flatMap((drive) => drive.awaits ?? [])]
        return readEffects({ effects, awaits, kit, throwIfAborted })
      },
    }),
  }
}

/** A 429 neither accepts nor refuses a delivery, so it proves nothing. */
const beyondLimit = ({ sent }: Drive): Drive => ({
  sent,
  judge: () =>
    unseen(
      describeSent(sent),
      'The receiver answers 429: raise its rate limit, and run the checks again.',
    ),
})

function reasonToSkip(
  { secrets: needed = 0, isSlow = false }: ReceiverCheck,
  { secrets, slow }: ReceiverSettings,
): string | undefined {
  if (needed > secrets.length) {
    return secrets.length === 0
      ? 'Pass the secrets of the receiver, once verification is enabled for the integration.'
      : 'Pass a second secret of the receiver to check a rotation.'
  }
  return isSlow && !slow
    ? 'Pass slow (--slow) to run this check. It takes as long as the receiver waits.'
    : undefined
}

/**
 * Sends a plain genuine delivery before all checks, and keeps the kind of its answer in the kit. Resolves
 * with the effects to expect if the receiver accepted it.
 */
async function takeBaseline(kit: ReceiverKit): Promise<Effect[]> {
  const event = kit.events.returned()
  const outgoing = await kit.prepare(event)
  const first = await kit.send(outgoing)
  // A receiver that is just starting may fail once.
  const isStarting = ['failed', 'closed'].includes(kindOf(first.answer))
  const sent = isStarting ? await kit.send(outgoing) : first
  kit.baseline = kindOf(sent.answer)
  if (isAccepted(sent)) return [effectOf(event)]
  kit.hint = await findHint(kit, sent)
  return []
}

/** Why a receiver refuses a plain genuine delivery, as far as its answers show it. */
async function findHint(kit: ReceiverKit, refused: Sent): Promise<string | undefined> {
  const { status } = refused.answer
  if (kindOf(refused.answer) === 'redirected') {
    return 'Register the URL that the receiver redirects to: a redirect counts as a failed delivery.'
  }
  if (status === 404 || status === 405) {
    return `The receiver answers ${status}: compare the path of the URL with its route.`
  }
  const [secret] = kit.secrets
  if (kindOf(refused.answer) !== 'refused' || secret === undefined) return undefined
  for (const { key, hint } of textKeysOf(secret)) {
    const body = toBytes(kit.events.returned())
    if (isAccepted(await kit.deliver(body, { signatures: [keyedBy(key, body)] }))) return hint
  }
  return undefined
}
