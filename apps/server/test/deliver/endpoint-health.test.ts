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
const failed: Ended = {
  type: 'attempt-ended',
  kind: 'scheduled',
  outcome: 'refused',
  status: 500,
}
const accepted: Ended = { ...failed, outcome: 'accepted', status: 202 }
const gone: Ended = { ...failed, status: constants.endpointGoneStatus }
const probe: Ended = { ...failed, kind: 'probe' }

/** Enabled, with so many failures, the first of them so long ago. */
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
  after: { health: Partial<EndpointHealth>; effect: HealthMove['effect'] },
]
const same = { health: {}, effect: null }
const released = { health: soundHealth, effect: 'release' } as const

const rows: Row[] = [
  ['D-013 a success leaves a sound one alone', soundHealth, accepted, same],
  [
    'D-013 a first failure starts the time',
    soundHealth,
    failed,
    { health: { failures: 1, failingSinceMs: nowMs }, effect: null },
  ],
  [
    'D-013 another failure counts, from the first',
    failing(3, 99),
    failed,
    { health: { failures: 4 }, effect: null },
  ],
  [
    'D-013 a success forgets the failures',
    failing(30, disableAfterMs * 2),
    accepted,
    { health: soundHealth, effect: null },
  ],
  [
    'D-013 long enough, and often enough',
    failing(disableAfterAttempts - 1, disableAfterMs),
    failed,
    {
      health: {
        state: 'disabled',
        disabledReason: 'failing',
        failures: disableAfterAttempts,
        probeAtMs,
      },
      effect: 'hold',
    },
  ],
  [
    'D-013 long enough, but too few failures: a quiet endpoint',
    failing(disableAfterAttempts - 2, disableAfterMs * 2),
    failed,
    { health: { failures: disableAfterAttempts - 1 }, effect: null },
  ],
  [
    'D-013 often enough, but too short: a busy one with a bad hour',
    failing(10_000, disableAfterMs - 1),
    failed,
    { health: { failures: 10_001 }, effect: null },
  ],
  [
    'F8 a clock that jumped back disables nothing',
    failing(10_000, -3_600_000),
    failed,
    { health: { failures: 10_001 }, effect: null },
  ],
  [
    'D-010 410 at once',
    soundHealth,
    gone,
    {
      health: {
        state: 'disabled',
        disabledReason: 'gone',
        failures: 1,
        failingSinceMs: nowMs,
        probeAtMs,
      },
      effect: 'hold',
    },
  ],
  [
    'D-010 not 410 of which the body broke off',
    soundHealth,
    { ...gone, outcome: 'broken' },
    { health: { failures: 1, failingSinceMs: nowMs }, effect: null },
  ],
  [
    'D-013 a person disables, without a probe',
    failing(3, 99),
    { type: 'operator-disabled' },
    { health: { state: 'disabled', disabledReason: 'operator' }, effect: 'hold' },
  ],
  ['D-013 a person enables what is enabled', failing(3, 99), { type: 'operator-enabled' }, same],

  ['D-013 a probe is accepted', disabled('failing'), { ...accepted, kind: 'probe' }, released],
  [
    'D-010 a probe is accepted after 410',
    disabled('gone'),
    { ...accepted, kind: 'probe' },
    released,
  ],
  [
    'D-013 a probe that a person overtook',
    disabled('operator'),
    { ...accepted, kind: 'probe' },
    same,
  ],
  [
    'D-013 a probe fails: tomorrow again',
    disabled('failing'),
    probe,
    { health: { failures: 21, probeAtMs }, effect: null },
  ],
  [
    'D-010 a probe gets 410: tomorrow again',
    disabled('failing'),
    { ...gone, kind: 'probe' },
    { health: { disabledReason: 'gone', failures: 21, probeAtMs }, effect: null },
  ],
  ['D-010 a late success does not undo 410', disabled('gone'), accepted, same],
  ['D-013 a late failure changes nothing', disabled('failing'), failed, same],
  ['D-013 a person enables', disabled('failing'), { type: 'operator-enabled' }, released],
  [
    'D-013 a person enables what a person disabled',
    disabled('operator'),
    { type: 'operator-enabled' },
    released,
  ],
  [
    'D-013 a person disables what is disabled: no more probes',
    disabled('failing'),
    { type: 'operator-disabled' },
    { health: { disabledReason: 'operator', probeAtMs: null }, effect: null },
  ],
  ['D-013 a person disables twice', disabled('operator'), { type: 'operator-disabled' }, same],

  ['D-013 a sound one has a new URL', soundHealth, { type: 'url-changed' }, same],
  [
    'D-013 a new URL forgets the failures of the old one',
    failing(30, disableAfterMs * 2),
    { type: 'url-changed' },
    { health: soundHealth, effect: null },
  ],
  [
    'D-013 a new URL of a disabled one is probed at once',
    { ...disabled('gone'), probeAtMs },
    { type: 'url-changed' },
    { health: { failures: 0, failingSinceMs: null, probeAtMs: nowMs }, effect: null },
  ],
  [
    'D-013 a new URL of one that a person disabled is not probed',
    disabled('operator'),
    { type: 'url-changed' },
    { health: { failures: 0, failingSinceMs: null }, effect: null },
  ],
]

describe('advanceHealth', () => {
  it.each(rows)('%s', (_says, before, event, after) => {
    const frozen = Object.freeze({ ...before })
    const { health, effect } = advanceHealth(frozen, event, { nowMs })
    expect(effect).toBe(after.effect)
    expect(health).toEqual({ ...before, ...after.health })
    if (after === same) expect(health).toBe(frozen)
  })
})
