import { describe, expect, it } from 'vitest'
import type { Group } from '../../src/mutate/groups.ts'
import { type KnownSurvivor, readKnownSurvivors } from '../../src/mutate/known-survivors.ts'
import type { Mutant, Outcome } from '../../src/mutate/mutant.ts'
import { sample } from '../../src/mutate/sample.ts'
import { scoreGroup } from '../../src/mutate/score-group.ts'

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

  it('leaves out those that are equivalent, and counts a gap', () => {
    const outcomes = { a: killed, c: survived }
    expect(score(outcomes, [known('equivalent')])).toMatchObject({
      score: { percent: 100, equivalent: 1, survived: 0, survivors: [{ reason: 'Because.' }] },
      problems: [],
    })
    expect(score(outcomes, [known('gap')]).score).toMatchObject({ percent: 50, survived: 1 })
  })

  it('is no kill where no test loads the mutant', () => {
    const found = score({ a: { fate: 'not-loaded', by: '' } })
    expect(found.score).toMatchObject({ killed: 0, survivors: [{ reason: 'No test loads it.' }] })
  })

  it('is a kill where the tests hang', () => {
    expect(score({ a: { fate: 'timed-out', by: 'time' } })).toMatchObject({ problems: [] })
  })

  it.each([
    ['killed', 'a', 'a is killed'],
    ['gone', 'z', 'z is gone'],
  ])('is red for an entry that is %s', (_, id, want) => {
    expect(score({ a: killed }, [known('equivalent', id)]).problems).toEqual([
      expect.stringContaining(want),
    ])
  })

  it('is content with an entry that was not tried', () => {
    expect(score({ a: killed }, [known('equivalent', 'd')]).problems).toEqual([])
  })

  it('is green where all that was tried is equivalent', () => {
    expect(score({ c: survived }, [known('equivalent')])).toMatchObject({
      score: { percent: 100 },
      problems: [],
    })
  })

  it('is red where nothing was tried', () => {
    expect(score({}).problems).toHaveLength(1)
  })
})

describe('readKnownSurvivors', () => {
  it('reads the list that there is', () => expect(readKnownSurvivors()).toBeInstanceOf(Array))

  it.each([
    { ...known('gap'), reason: ' ' },
    { ...known('gap'), group: 'nobody' },
    { ...known('gap'), kind: 'other' },
  ])('refuses an entry that is not whole: $group, $kind, $reason', (entry) => {
    expect(() => readKnownSurvivors(JSON.stringify([entry]))).toThrow('is not whole')
  })
})

describe('sample', () => {
  it('draws the same ones in their order, whatever comes beside them', () => {
    const drawn = sample(mutants, 2)
    expect(drawn).toHaveLength(2)
    expect(sample(mutants, 2)).toEqual(drawn)
    expect(mutants.filter((one) => drawn.includes(one))).toEqual(drawn)
    const [left] = mutants.filter((one) => !drawn.includes(one))
    expect(
      sample(
        mutants.filter((one) => one !== left),
        2,
      ),
    ).toEqual(drawn)
    expect(sample(mutants, 9)).toEqual(mutants)
  })
})
