const settled = 'return { ...made, step, dueAtMs }'
const waits = 'const dueAtMs = moment.nowMs + next.delayMs'
const probed = 'return isGoneNow ? hold(made) : made'
const replayed = 'return begin(beginning, moment)'
const holds = "state === 'pending' ? hold(delivery) : null"
const newLife = 'expiresAtMs: moment.nowMs + lifeMs'
const gone = "return disable(failed, 'gone', nowMs)"
const probeTime = "disabledReason === 'operator' ? null : toProbeTime(nowMs)"

/** Changes to `retry-machine.ts` or `endpoint-health.ts`, by the rule that each breaks. */
const mutantsOf: Record<string, [says: string, from: string, to: string][]> = {
  'a timer runs in waiting states alone': [
    ['forgets to stop the timer', 'const isEnd = { dueAtMs: null, ', 'const isEnd = { '],
  ],
  'exactly one state': [['has an extra state', settled, settled.replace('}', ", state: 'odd' }")]],
  'only an attempt counts as one': [
    [
      'numbers attempts from one again after a replay',
      'const beginning = { attempts,',
      'const beginning = { attempts: 0,',
    ],
  ],
  'attempt numbers grow by one': [
    ['does not number attempts', ', attempts: ended.attempt }', ' }'],
  ],
  'a replay starts the schedule again': [
    [
      'continues the old schedule after a replay',
      replayed,
      'return { ...begin(beginning, moment), step: delivery.step }',
    ],
  ],
  'an attempt counts under its own number': [
    [
      'accepts a late result of a frozen worker',
      'if (event.attempt !== attempts + 1) return null',
      'event = { ...event, attempt: attempts + 1 }',
    ],
  ],
  'a probe does not use up the schedule': [
    [
      'uses up the schedule with probes',
      probed,
      `${probed}.step < 10 ? { ...made, step: made.step + 1 } : made`,
    ],
  ],
  'a failure uses up one step': [['stays on its step', settled, 'return { ...made, dueAtMs }']],
  'the schedule is over exactly behind the last step': [
    ['never gives up', "return giveUp(made, 'failed', moment)", 'return made'],
  ],
  'the wait is not shorter than its step allows': [
    ['retries at once', waits, 'const dueAtMs = moment.nowMs'],
  ],
  'the wait is not longer than its step allows': [
    ['waits as long as a receiver asks', waits, `${waits} + (ended.retryAfterSeconds ?? 0) * 1000`],
  ],
  'an event in its place': [
    ['sends on to a disabled endpoint', holds, 'null'],
    ['never releases held deliveries', '? release(delivery, moment) : null', '? null : null'],
    ['never expires', 'return !isEnded && isExpired(delivery, moment)', 'return false'],
    ['does not replay', 'return isEnded ? replay', 'return false ? replay'],
    [
      'forgets an attempt that was in flight when it expired',
      'if (isEnded && !isInTime(delivery, event))',
      'if (isEnded)',
    ],
  ],
  'nothing is sent to a disabled endpoint but probes': [
    ['sends on after 410', gone, "return { ...disable(failed, 'gone', nowMs), effect: null }"],
  ],
  'nothing is held for an enabled endpoint': [
    ['ignores a 410', gone, 'return unmoved(health)'],
    [
      'does not release after a probe',
      "if (ended.outcome === 'accepted') return { health: soundHealth, effect: 'release' }",
      "if (ended.outcome === 'accepted') return { health: soundHealth, effect: null }",
    ],
  ],
  'an endpoint that disabled itself is probed': [
    ['probes what a person disabled', probeTime, 'toProbeTime(nowMs)'],
    ['never probes', probeTime, 'null'],
  ],
  'no event gets a longer life': [
    ['restarts the lifetime after every probe', probed, `return { ...made, ${newLife} }`],
    [
      'restarts the lifetime with each endpoint-disabled',
      holds,
      `state === 'pending' ? hold({ ...delivery, ${newLife} }) : null`,
    ],
    [
      'restarts the lifetime with each replayed',
      replayed,
      `return begin({ ...beginning, ${newLife} }, moment)`,
    ],
  ],
  'an ignored event changes nothing|no event gets a longer life': [
    [
      'replays expired deliveries without sendExpired',
      'return sendExpired ? begin',
      'return true ? begin',
    ],
  ],
  'no attempt is planned for after its time': [
    [
      'plans an attempt after the event expires',
      'if (isExpired(made, { nowMs: dueAtMs }))',
      'if (false)',
    ],
  ],
  'nothing is sent that is not read': [
    [
      'uses the whole age that receivers allow',
      'expiresAtMs: timestampMs + lifeMs',
      'expiresAtMs: timestampMs + constants.timestampAgeLimitSeconds * 1000',
    ],
  ],
  'delivered is what was accepted and read': [
    [
      'counts an event that a receiver set aside as early as delivered',
      'if (isTooEarly(made, moment))',
      'if (false)',
    ],
  ],
}

export const mutants = Object.entries(mutantsOf).flatMap(([rule, rows]) =>
  rows.map(([says, from, to]) => ({ says, from, to, rule })),
)
