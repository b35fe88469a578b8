const settled = 'return { ...made, step, dueAtMs }'
const waits = 'const dueAtMs = moment.nowMs + next.delayMs'
const probed = 'return isGoneNow ? hold(made) : made'
const gone = "return disable(failed, 'gone', nowMs)"

/** Changes to `retry-machine.ts` or `endpoint-health.ts`: one for each rule. */
const rows: [says: string, rule: string, from: string, to: string][] = [
  [
    'forgets to stop the timer',
    'a timer runs in waiting states alone',
    'const isEnd = { dueAtMs: null, ',
    'const isEnd = { ',
  ],
  ['has an extra state', 'exactly one state', settled, "return { ...made, step, state: 'odd' }"],
  ['stays on its step', 'a failure uses up one step', settled, 'return { ...made, dueAtMs }'],
  ['does not number attempts', 'attempt numbers grow by one', ', attempts: ended.attempt }', ' }'],
  [
    'numbers attempts from one again after a replay',
    'only an attempt counts as one',
    'const beginning = { attempts,',
    'const beginning = { attempts: 0,',
  ],
  [
    'continues the old schedule after a replay',
    'a replay starts the schedule again',
    'return begin(beginning, moment)',
    'return { ...begin(beginning, moment), step: delivery.step }',
  ],
  [
    'accepts a late result of a frozen worker',
    'an attempt counts under its own number',
    'if (event.attempt !== attempts + 1) return null',
    'event = { ...event, attempt: attempts + 1 }',
  ],
  [
    'uses up the schedule with probes',
    'a probe does not use up the schedule',
    probed,
    `${probed}.step < 10 ? { ...made, step: made.step + 1 } : made`,
  ],
  [
    'never gives up',
    'the schedule is over exactly behind the last step',
    "return giveUp(made, 'failed', moment)",
    'return made',
  ],
  [
    'retries at once',
    'the wait is not shorter than its step allows',
    waits,
    'const dueAtMs = moment.nowMs',
  ],
  [
    'waits as long as a receiver asks',
    'the wait is not longer than its step allows',
    waits,
    `${waits} + (ended.retryAfterSeconds ?? 0) * 1000`,
  ],
  [
    'forgets an attempt that was in flight when it expired',
    'an event in its place',
    'if (isEnded && !isInTime(delivery, event))',
    'if (isEnded)',
  ],
  [
    'sends on after 410',
    'nothing is sent to a disabled endpoint but probes',
    gone,
    "return { ...disable(failed, 'gone', nowMs), effect: null }",
  ],
  [
    'does not release after a probe',
    'nothing is held for an enabled endpoint',
    "if (ended.outcome === 'accepted') return { health: soundHealth, effect: 'release' }",
    "if (ended.outcome === 'accepted') return { health: soundHealth, effect: null }",
  ],
  [
    'probes what a person disabled',
    'an endpoint that disabled itself is probed',
    "disabledReason === 'operator' ? null : toProbeTime(nowMs)",
    'toProbeTime(nowMs)',
  ],
  [
    'restarts the lifetime after every probe',
    'no event gets a longer life',
    probed,
    'return { ...made, expiresAtMs: moment.nowMs + lifeMs }',
  ],
  [
    'plans an attempt after the event expires',
    'no attempt is planned for after its time',
    'if (isExpired(made, { nowMs: dueAtMs }))',
    'if (false)',
  ],
  [
    'uses the whole age that receivers allow',
    'nothing is sent that is not read',
    'expiresAtMs: timestampMs + lifeMs',
    'expiresAtMs: timestampMs + constants.timestampAgeLimitSeconds * 1000',
  ],
  [
    'counts an event that a receiver set aside as early as delivered',
    'delivered is what was accepted and read',
    'if (isTooEarly(made, moment))',
    'if (false)',
  ],
]

export const mutants = rows.map(([says, rule, from, to]) => ({ says, rule, from, to }))
