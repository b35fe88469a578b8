const settled = 'return { ...made, step, dueAtMs }'
const waits = 'const dueAtMs = moment.nowMs + next.delayMs'
const probed = 'return isGoneNow ? hold(made) : made'
const again = 'const beginning = { ...delivery, isHeld }'
const released =
  "if (ended.outcome === 'accepted') return { health: soundHealth, effect: 'release' }"

/** By rule, the change to `retry-machine.ts` or `endpoint-health.ts` that breaks it. */
const changes: Record<string, [from: string, to: string]> = {
  'a timer runs only in waiting states': ['const isEnd = { dueAtMs: null, ', 'const isEnd = { '],
  'exactly one state': [settled, "return { ...made, step, state: 'odd' }"],
  'a failure uses up one step': [settled, 'return { ...made, dueAtMs }'],
  'attempt numbers grow by one': [', attempts: ended.attempt }', ' }'],
  'only an attempt counts as an attempt': [again, again.replace('isHeld', 'isHeld, attempts: 0')],
  'a replay starts the schedule again': [
    'return begin(beginning, moment)',
    'return { ...begin(beginning, moment), step: delivery.step }',
  ],
  'an attempt counts under its own number': [
    'if (event.attempt !== attempts + 1) return null',
    'event = { ...event, attempt: attempts + 1 }',
  ],
  'a probe does not use up the schedule': [
    probed,
    `${probed}.step < 10 ? { ...made, step: made.step + 1 } : made`,
  ],
  'the schedule ends exactly after the last step': [
    "return giveUp(made, 'failed', moment)",
    'return made',
  ],
  'the wait is not shorter than its step allows': [waits, 'const dueAtMs = moment.nowMs'],
  'the wait is not longer than its step allows': [
    waits,
    `${waits} + (ended.retryAfterSeconds ?? 0) * 1000`,
  ],
  'an expected event': ['if (isEnded && !isInTime(delivery, event))', 'if (isEnded)'],
  'a disabled endpoint gets only probes': [
    "return disable(failed, 'gone', nowMs)",
    "return { ...disable(failed, 'gone', nowMs), effect: null }",
  ],
  'nothing is held for an enabled endpoint': [released, released.replace("'release'", 'null')],
  'an endpoint that disabled itself is probed': [
    "disabledReason === 'operator' ? null : toProbeTime(nowMs)",
    'toProbeTime(nowMs)',
  ],
  'no event gets a longer life': [probed, 'return { ...made, expiresAtMs: moment.nowMs + lifeMs }'],
  'no attempt is planned after its time': [
    'if (isExpired(made, { nowMs: dueAtMs }))',
    'if (false)',
  ],
  'receivers read all that is sent': [
    'expiresAtMs: timestampMs + lifeMs',
    'expiresAtMs: timestampMs + constants.timestampAgeLimitSeconds * 1000',
  ],
  'delivered means accepted and read': ['if (isTooEarly(made, moment))', 'if (false)'],
}

export const mutants = Object.entries(changes).map(([rule, [from, to]]) => ({ rule, from, to }))
