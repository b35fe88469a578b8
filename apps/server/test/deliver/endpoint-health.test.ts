import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import {
  advanceHealth,
  type EndpointHealth,
  type HealthEvent,
  type HealthMove,
  soundHealth,
} from '../../src/deliver/endpoint-health.ts'

const nowMs = Date.parse('2025-06-14T09:30:00.000Z')
const probeAtMs = nowMs + constants.probeIntervalSeconds * 1000
const disableAfterMs = constants.disableAfterSeconds * 1000
const { disableAfterAttempts } = constants

type Ended = Extract<HealthEvent, { type: 'attempt-ended' }>
const failed: Ended = { type: 'attempt-ended', kind: 'scheduled', outcome: 'refused', status: 500 }
const accepted: Ended = { ...failed, outcome: 'accepted', status: 202 }
const gone: Ended = { ...failed, status: constants.endpointGoneStatus }
const probe: Ended = { ...failed, kind: 'probe' }

/** Enabled, with this many failures, the first of them `agoMs` ago. */
const failing = (failures: number, agoMs: number): EndpointHealth => ({
  ...soundHealth,
  failures,
  failingSinceMs: nowMs - agoMs,
})
const disabled = (disabledReason: 'gone' | 'failing' | 'operator'): EndpointHealth => ({
  ...failing(20, disableAfterMs),
  state: 'disabled',
  disabledReason,
  probeAtMs: disabledReason === 'operator' ? null : nowMs,
})

type Row = [
  says: string,
  before: EndpointHealth,
  event: HealthEvent,
  after: Partial<EndpointHealth>,
  effect?: HealthMove['effect'],
]
const same = {}
const first = { failures: 1, failingSinceMs: nowMs }
const probeAccepted: Ended = { ...accepted, kind: 'probe' }
const byPerson = { type: 'operator-disabled' } as const
const enabled = { type: 'operator-enabled' } as const
const newUrl = { type: 'url-changed' } as const
const long = failing(30, disableAfterMs * 2)
const nearly = failing(disableAfterAttempts - 1, disableAfterMs)
const quiet = failing(disableAfterAttempts - 2, disableAfterMs * 2)
const isFailing = { state: 'disabled', disabledReason: 'failing', probeAtMs } as const
const isGone = { state: 'disabled', disabledReason: 'gone', probeAtMs } as const
const byOperator = { state: 'disabled', disabledReason: 'operator' } as const
const forgotten = { failures: 0, failingSinceMs: null }
const [self, left, shut] = [disabled('failing'), disabled('gone'), disabled('operator')]

const rows: Row[] = [
  ['D-013 a success does not change a healthy one', soundHealth, accepted, same],
  ['D-013 a first failure starts the time', soundHealth, failed, first],
  ['D-013 another failure keeps the first time', failing(3, 99), failed, { failures: 4 }],
  ['D-013 a success forgets the failures', long, accepted, soundHealth],
  [
    'D-013 long enough, and often enough',
    ...([nearly, failed, { ...isFailing, failures: disableAfterAttempts }, 'hold'] as const),
  ],
  [
    'D-013 long enough, but too few failures: a quiet endpoint',
    ...([quiet, failed, { failures: disableAfterAttempts - 1 }] as const),
  ],
  [
    'D-013 often enough, but too short: a busy one with a bad hour',
    ...([failing(10_000, disableAfterMs - 1), failed, { failures: 10_001 }] as const),
  ],
  [
    'F8 a clock that jumped back disables nothing',
    ...([failing(10_000, -3_600_000), failed, { failures: 10_001 }] as const),
  ],
  ['D-010 410 at once', soundHealth, gone, { ...isGone, ...first }, 'hold'],
  ['D-010 not a 410 that was cut short', soundHealth, { ...gone, outcome: 'broken' }, first],
  ['D-013 a person disables, without a probe', failing(3, 99), byPerson, byOperator, 'hold'],
  ['D-013 a person enables what is enabled', failing(3, 99), enabled, same],

  ['D-013 a probe is accepted', self, probeAccepted, soundHealth, 'release'],
  ['D-010 a probe is accepted after 410', left, probeAccepted, soundHealth, 'release'],
  ['D-013 a probe after a person disabled it', shut, probeAccepted, same],
  ['D-013 a probe fails: tomorrow again', self, probe, { failures: 21, probeAtMs }],
  [
    'D-010 a probe gets 410: tomorrow again',
    self,
    { ...gone, kind: 'probe' },
    { disabledReason: 'gone', failures: 21, probeAtMs },
  ],
  ['D-010 a late success does not undo 410', left, accepted, same],
  ['D-013 a late failure changes nothing', self, failed, same],
  ['D-013 a person enables', self, enabled, soundHealth, 'release'],
  ['D-013 a person enables it again', shut, enabled, soundHealth, 'release'],
  [
    'D-013 a person disables what is disabled: no more probes',
    ...([self, byPerson, { disabledReason: 'operator', probeAtMs: null }] as const),
  ],
  ['D-013 a person disables twice', shut, byPerson, same],

  ['D-013 a new URL does not change a healthy one', soundHealth, newUrl, same],
  ['D-013 a new URL forgets the failures of the old one', long, newUrl, soundHealth],
  [
    'D-013 a new URL of a disabled one is probed at once',
    ...([{ ...left, probeAtMs }, newUrl, { ...forgotten, probeAtMs: nowMs }] as const),
  ],
  ['D-013 a new URL of one that a person disabled is not probed', shut, newUrl, forgotten],
]

describe('advanceHealth', () => {
  it.each(rows)('%s', (_says, before, event, after, effect = null) => {
    const frozen = Object.freeze({ ...before })
    const move = advanceHealth(frozen, event, { nowMs })
    expect(move).toEqual({ health: { ...before, ...after }, effect })
    if (after === same) expect(move.health).toBe(frozen)
  })
})
