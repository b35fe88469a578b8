import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { digestOf, keepProgress, keepScores } from '../../src/mutate/run-mutate.ts'
import type { Score } from '../../src/mutate/score-group.ts'

describe('keepProgress', () => {
  it('resumes a stopped run, and starts over if anything changed', () => {
    const file = join(temporaryFolder(), 'below/guard.json')
    keepProgress(file, 'one').note('a', { fate: 'killed', by: 'b' })
    expect([...keepProgress(file, 'one').outcomes]).toEqual([['a', { fate: 'killed', by: 'b' }]])
    expect(keepProgress(file, 'other').outcomes.size).toBe(0)
  })

  it('knows settings apart', () => expect(digestOf(1)).not.toBe(digestOf(2)))
})

describe('keepScores', () => {
  it('replaces the groups that ran, keeps the others, and writes no dates', () => {
    const file = join(temporaryFolder(), 'scores.json')
    const score = { percent: 1 } as Score
    keepScores(new Map([['guard', score]]), file)
    keepScores(new Map([['specs', score]]), file)
    keepScores(new Map([['guard', { ...score, percent: 2 }]]), file)
    expect(readFileSync(file, 'utf8')).toBe(
      '{\n  "specs": {\n    "percent": 1\n  },\n  "guard": {\n    "percent": 2\n  }\n}\n',
    )
  })
})
