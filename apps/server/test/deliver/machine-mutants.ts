const settled = 'return { ...made, step, dueAtMs }'
const waits = 'const dueAtMs = moment.nowMs + next.delayMs'
const probed = 'return isGoneNow ? hold(made) : made'
const replayed = 'return begin(beginning, moment)'
const holds = "state === 'pending' ? hold(delivery) : null"
const newLife = 'expiresAtMs: moment.nowMs + lifeMs'
const gone = "return disable(failed, 'gone', nowMs)"
const probeTime = "disabledReason === 'operator' ? null : toProbeTime(nowMs)"

/** Changes to `retry-machine.ts` or `endpoint-health.ts`, and the rule that each breaks. */
export const mutants: [says: string, from: string, to: string, rule: string][] = [
  [
    'forgets to stop the timer',
    'const isEnd = { dueAtMs: null, ',
    'const isEnd = { ',
    'a timer runs in waiting states alone',
  ],
  ['has an extra state', settled, settled.replace('}', ", state: 'odd' }"), 'exactly one state'],
  [
    'numbers attempts from one again after a replay',
    'const beginning = { attempts,',
    'const beginning = { attempts: 0,',
    'only an attempt counts as one',
  ],
  [
    'does not number attempts',
    'const made = { ...delivery, attempts: ended.attempt }',
    'const made = { ...delivery }',
    'attempt numbers grow by one',
  ],
  [
    'continues the old schedule after a replay',
    replayed,
    'return { ...begin(beginning, moment), step: delivery.step }',
    'a replay starts the schedule again',
  ],
  [
    'accepts a late result of a frozen worker',
    'if (event.attempt !== attempts + 1) return null',
    'event = { ...event, attempt: attempts + 1 }',
    'an attempt counts under its own number',
  ],
  [
    'uses up the schedule with probes',
    probed,
    `${probed}.step < 10 ? { ...made, step: made.step + 1 } : made`,
    'a probe does not use up the schedule',
  ],
  ['stays on its step', settled, 'return { ...made, dueAtMs }', 'a failure uses up one step'],
  [
    'never gives up',
    "return giveUp(made, 'failed', moment)",
    'return made',
    'the schedule is over exactly behind the last step',
  ],
  [
    'retries at once',
    waits,
    'const dueAtMs = moment.nowMs',
    'the wait is not shorter than its step allows',
  ],
  [
    'waits as long as a receiver asks',
    waits,
    `${waits} + (ended.retryAfterSeconds ?? 0) * 1000`,
    'the wait is not longer than its step allows',
  ],
  ['sends on to a disabled endpoint', holds, 'null', 'an event in its place'],
  [
    'never releases held deliveries',
    "state === 'held' ? release(delivery, moment) : null",
    'null',
    'an event in its place',
  ],
  [
    'never expires',
    'return !isEnded && isExpired(delivery, moment)',
    'return false',
    'an event in its place',
  ],
  ['does not replay', 'return isEnded ? replay', 'return false ? replay', 'an event in its place'],
  [
    'sends on after 410',
    gone,
    "return { ...disable(failed, 'gone', nowMs), effect: null }",
    'nothing is sent to a disabled endpoint but probes',
  ],
  ['ignores a 410', gone, 'return unmoved(health)', 'nothing is held for an enabled endpoint'],
  [
    'does not release after a probe',
    "if (ended.outcome === 'accepted') return { health: soundHealth, effect: 'release' }",
    "if (ended.outcome === 'accepted') return { health: soundHealth, effect: null }",
    'nothing is held for an enabled endpoint',
  ],
  [
    'probes what a person disabled',
    probeTime,
    'toProbeTime(nowMs)',
    'an endpoint that disabled itself is probed',
  ],
  ['never probes', probeTime, 'null', 'an endpoint that disabled itself is probed'],
  [
    'restarts the lifetime after every probe',
    probed,
    `return { ...made, ${newLife} }`,
    'no event gets a longer life',
  ],
  [
    'restarts the lifetime with each endpoint-disabled',
    holds,
    `state === 'pending' ? hold({ ...delivery, ${newLife} }) : null`,
    'no event gets a longer life',
  ],
  [
    'restarts the lifetime with each replayed',
    replayed,
    `return begin({ ...beginning, ${newLife} }, moment)`,
    'no event gets a longer life',
  ],
  [
    'replays expired deliveries without sendExpired',
    'return sendExpired ? begin',
    'return true ? begin',
    'an ignored event changes nothing|no event gets a longer life',
  ],
  [
    'plans an attempt after the event expires',
    'if (isExpired(made, { nowMs: dueAtMs }))',
    'if (false)',
    'no attempt is planned for after its time',
  ],
  [
    'uses the whole age that receivers allow',
    'expiresAtMs: timestampMs + lifeMs',
    'expiresAtMs: timestampMs + constants.timestampAgeLimitSeconds * 1000',
    'nothing is sent that is not read',
  ],
  [
    'counts an event that a receiver set aside as early as delivered',
    'if (isTooEarly(made, moment))',
    'if (false)',
    'delivered is what was accepted and read',
  ],
  [
    'forgets an attempt that was in flight when it expired',
    'if (isEnded && !isInTime(delivery, event))',
    'if (isEnded)',
    'an event in its place',
  ],
]
