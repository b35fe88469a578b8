import { describe, it } from 'vitest'
import { behaviours, bodies, judgeBody, judgeTarget } from './hostile-targets.ts'

const statuses = [200, 401]

describe.concurrent('a hostile target', () => {
  it.each(Object.entries(behaviours))('that %s does not hold up the checks', (says, behave) =>
    judgeTarget(says, behave, 250),
  )

  const rows = bodies.flatMap((body) =>
    statuses.map((status) => ({ status, body, says: body.slice(0, 60) })),
  )
  it.each(rows)('that answers $status and $says is judged all the same', ({ status, body }) =>
    judgeBody(status, body),
  )
})
