import { isRecord, valueAt } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'

const document = 'asyncapi.yaml'

/**
 * Reports figures with which the sender would send an event that receivers find too old or in the
 * future, or with which an event would become too old before its schedule ends.
 * @see specs/decisions/D-012-retry-schedule.md
 * @see specs/decisions/D-014-ordering.md
 */
export function checkLifetime(specs: Specs): Problem[] {
  const source = specs.files.get(document)
  const constants = valueAt(source?.value, ['x-constants'])
  if (!source || !isRecord(constants)) return []
  const constantOf = (name: string) => valueAt(constants, [name, 'value'])
  const seconds = (name: string) => Number(constantOf(name))
  const delays = constantOf('retryDelaysSeconds')
  if (!Array.isArray(delays)) return []
  const attemptSeconds = seconds('attemptTimeoutMs') / 1000
  const sentSeconds = seconds('deliveryAgeLimitSeconds')
  const report = (name: string, finding: Omit<Finding, 'rule'>) =>
    source.problem(['x-constants', name, 'value'], { rule: 'constants/lifetime', ...finding })
  const problems: Problem[] = []

  // The last attempt ends after its timeout, on a clock that may differ as far as receivers allow.
  const arrivesSeconds = sentSeconds + attemptSeconds + seconds('timestampFutureLimitSeconds')
  if (arrivesSeconds > seconds('timestampAgeLimitSeconds')) {
    problems.push(
      report('deliveryAgeLimitSeconds', {
        message: `An event can be ${arrivesSeconds} s old when its last attempt ends, and receivers accept ${seconds('timestampAgeLimitSeconds')} s.`,
        fix: 'Lower deliveryAgeLimitSeconds: add attemptTimeoutMs and timestampFutureLimitSeconds to it, and stay within timestampAgeLimitSeconds.',
      }),
    )
  }
  // The difference between the two limits is for clocks that differ.
  const futureSeconds = seconds('timestampFutureLimitSeconds')
  if (seconds('deliveryLeadLimitSeconds') >= futureSeconds) {
    problems.push(
      report('deliveryLeadLimitSeconds', {
        message: `An event can be sent ${seconds('deliveryLeadLimitSeconds')} s early, and receivers accept less than ${futureSeconds} s if their clocks are behind.`,
        fix: 'Lower deliveryLeadLimitSeconds: leave the difference to timestampFutureLimitSeconds for clocks that differ.',
      }),
    )
  }
  const most = Math.max(1 + seconds('retryJitterRatio'), seconds('retryAfterRatio'))
  const scheduleSeconds = delays.reduce((sum, delay) => sum + delay * most + attemptSeconds, 0)
  if (scheduleSeconds > sentSeconds) {
    problems.push(
      report('retryDelaysSeconds', {
        message: `The schedule can take ${scheduleSeconds} s, and an event is sent for ${sentSeconds} s.`,
        fix: 'Shorten retryDelaysSeconds, or raise deliveryAgeLimitSeconds.',
      }),
    )
  }
  return problems
}
