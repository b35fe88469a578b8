import { imperfectAnswers } from '@partner-platform/contract-kit'
import { describe, expect, it } from 'vitest'
import { exchange } from './exchange.ts'
import { reply } from './start-server.ts'

describe('an answer that is imperfect, and legal by the source', () => {
  it.each(imperfectAnswers)('$rule $name is usable', async (row) => {
    const { status, headers, body, departs, bodyProblem } = row
    const answer = { headers: { 'content-type': '', ...headers }, body }
    const { result } = await exchange((response) => reply(response, status, answer))
    expect(result.status).toBe(status)
    if (result.ok) {
      const paths = result.departures.map(({ path }) => path)
      expect([...new Set(paths)].sort()).toEqual(departs.toSorted())
      expect(result.data.result.every(({ currency }) => typeof currency === 'string')).toBe(true)
    } else if ('bodyProblem' in result) {
      expect(result.message).toContain(String(status))
      if (bodyProblem === undefined) expect(result.bodyProblem).toBeNull()
      else expect(result.bodyProblem).toContain(bodyProblem)
      expect(result.error === null).toBe(bodyProblem !== undefined)
    }
    expect.hasAssertions()
  })
})
