import { describe, it } from 'vitest'
import { faultyReceivers } from '../faulty/all.ts'
import { judgeFaulty } from '../faulty/judge-faulty.ts'

const rows = faultyReceivers.map((fixture) => ({ ...fixture, fixture }))

describe.concurrent('every check', () => {
  it.each(rows)('$rule finds a receiver that $name, and no other check does', ({ fixture }) =>
    judgeFaulty(fixture),
  )
})
