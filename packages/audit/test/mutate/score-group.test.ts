import { describe, expect, it } from 'vitest'
import type { Group } from '../../src/mutate/groups.ts'
import { sample } from '../../src/mutate/list-mutants.ts'
import type { Mutant, Outcome } from '../../src/mutate/mutant.ts'
import { type KnownSurvivor, readKnownSurvivors, scoreGroup } from '../../src/mutate/score-group.ts'

const group: Group = { name: 'guard', what: '', targetPercent: 90, limit: 9, parts: [] }
const mutants = ['a', 'b', 'c', 'd'].map(
  (id): Mutant => ({ id, operator: '', file: '', text: '', change: '' }),
)
const killed: Outcome = { fate: 'killed', by: 'x.test.ts' }
const survived: Outcome = { fate: 'survived', by: '' }
const known = (kind: KnownSurvivor['kind'], id = 'c'): KnownSurvivor => {
  return { group: 'guard', id, kind, reason: 'Because.' }
}

const score = (outcomes: Record<string, Outcome>, list: KnownSurvivor[] = []) =>
  scoreGroup({ group, mutants, outcomes: new Map(Object.entries(outcomes)), known: list })

describe('scoreGroup', () => {
  it('counts what was tried, and is red below the target', () => {
    const { score: found, problems } = score({ a: killed, b: killed, c: survived })
    expect(found).toMatchObject({ mutants: 4, tried: 3, killed: 2, survived: 1, percent: 66.6 })
    expect(found.killedBy).toEqual({ 'x.test.ts': 2 })
    expect(problems).toEqual([expect.stringContaining('guard is below its target')])
  })

  const notLoaded: Outcome = { fate: 'not-loaded', by: '' }
  const timedOut: Outcome = { fate: 'timed-out', by: 'time' }
  it.each<[string, Record<string, Outcome>, KnownSurvivor[], object]>([
    [
      'leaves out an equivalent one',
      { a: killed, c: survived },
      [known('equivalent')],
      { percent: 100, equivalent: 1, survived: 0, survivors: [{ reason: 'Because.' }] },
    ],
    ['counts a gap', { a: killed, c: survived }, [known('gap')], { percent: 50, survived: 1 }],
    [
      'counts no kill if no test loads the mutant',
      { a: notLoaded },
      [],
      { killed: 0, survivors: [{ reason: 'No test loads it.' }] },
    ],
    ['counts a kill if the tests hang', { a: timedOut }, [], { killed: 1, percent: 100 }],
    ['is green if all are equivalent', { c: survived }, [known('equivalent')], { percent: 100 }],
    ['is red if nothing was tried', {}, [], { percent: 0 }],
  ])('%s', (_, outcomes, list, want) => {
    expect(score(outcomes, list).score).toMatchObject(want)
  })

  it.each([
    ['is red for an entry that is killed', 'a', ['a is killed: remove it from']],
    ['is red for an entry that is gone', 'z', ['z is gone: remove it from']],
    ['is content with an entry that was not tried', 'd', []],
  ])('%s', (_, id, wants) => {
    expect(score({ a: killed }, [known('equivalent', id)]).problems).toEqual(
      wants.map((want) => expect.stringContaining(want)),
    )
  })
})

describe('readKnownSurvivors', () => {
  it('reads the list of the repository', () => expect(readKnownSurvivors()).toBeInstanceOf(Array))

  it.each([
    { ...known('gap'), reason: ' ' },
    { ...known('gap'), group: 'nobody' },
    { ...known('gap'), kind: 'other' },
  ])('refuses an incomplete entry: $group, $kind, $reason', (entry) => {
    expect(() => readKnownSurvivors(JSON.stringify([entry]))).toThrow('is incomplete')
  })
})

it('sample draws the same ones in their order, whatever comes beside them', () => {
  const drawn = sample(mutants, 2)
  expect(drawn).toHaveLength(2)
  expect(mutants.filter((one) => drawn.includes(one))).toEqual(drawn)
  const [left] = mutants.filter((one) => !drawn.includes(one))
  const others = mutants.filter((one) => one !== left)
  expect(sample(others, 2)).toEqual(drawn)
  expect(sample(mutants, 9)).toEqual(mutants)
})
