import { valueAt } from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'

/**
 * Reports figures with which the sender would send an event that receivers find too old or in the
 * future, or with which an event would become too old before its schedule ends.
 * @see specs/decisions/D-012-retry-schedule.md
 * @see specs/decisions/D-014-ordering.md
 */
export function* checkLifetime({ files }: Specs): Iterable<Found> {
  const file = 'asyncapi.yaml'
  const toPath = (name: string) => ['x-constants', name, 'value']
  const constantOf = (name: string) => valueAt(files.get(file)?.value, toPath(name))
  const delays = constantOf('retryDelaysSeconds')
  if (!Array.isArray(delays)) return

  const seconds = (name: string) => Number(constantOf(name))
  const attemptSeconds = seconds('attemptTimeoutMs') / 1000
  const sentSeconds = seconds('deliveryAgeLimitSeconds')
  const ageSeconds = seconds('timestampAgeLimitSeconds')
  const leadSeconds = seconds('deliveryLeadLimitSeconds')
  const futureSeconds = seconds('timestampFutureLimitSeconds')
  // The last attempt ends after its timeout, on a clock that may differ as far as receivers allow.
  const arrivesSeconds = sentSeconds + attemptSeconds + futureSeconds
  const most = Math.max(1 + seconds('retryJitterRatio'), seconds('retryAfterRatio'))
  const scheduleSeconds = delays.reduce((sum, delay) => sum + delay * most + attemptSeconds, 0)

  const rules = [
    {
      isWrong: arrivesSeconds > ageSeconds,
      name: 'deliveryAgeLimitSeconds',
      message: `An event can be ${arrivesSeconds} s old when its last attempt ends, and receivers accept ${ageSeconds} s.`,
      fix: 'Lower deliveryAgeLimitSeconds: add attemptTimeoutMs and timestampFutureLimitSeconds to it, and stay within timestampAgeLimitSeconds.',
    },
    {
      // The difference between the two limits is for clocks that differ.
      isWrong: leadSeconds >= futureSeconds,
      name: 'deliveryLeadLimitSeconds',
      message: `An event can be sent ${leadSeconds} s early, and receivers accept less than ${futureSeconds} s if their clocks are behind.`,
      fix: 'Lower deliveryLeadLimitSeconds: leave the difference to timestampFutureLimitSeconds for clocks that differ.',
    },
    {
      isWrong: scheduleSeconds > sentSeconds,
      name: 'retryDelaysSeconds',
      message: `The schedule can take ${scheduleSeconds} s, and an event is sent for ${sentSeconds} s.`,
      fix: 'Shorten retryDelaysSeconds, or raise deliveryAgeLimitSeconds.',
    },
  ]
  for (const { isWrong, name, message, fix } of rules)
    if (isWrong) yield { file, path: toPath(name), rule: 'constants/lifetime', message, fix }
}
