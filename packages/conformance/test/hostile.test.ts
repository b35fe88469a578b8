import { describe, it } from 'vitest'
import { behaviours, bodies, judgeBody, judgeReceiver, judgeServer } from './hostile-targets.ts'

const fetchTimeoutMs = 250
const statuses = [200, 401]

describe.concurrent('a hostile target', () => {
  it.each(Object.entries(behaviours))(
    'that %s does not hold up the checks of a receiver',
    (says, behave) => judgeReceiver(says, behave, fetchTimeoutMs),
  )

  it.each(Object.entries(behaviours))(
    'that %s does not hold up the checks of a server',
    (_, behave) => judgeServer(behave, fetchTimeoutMs),
  )

  const rows = bodies.flatMap((body) =>
    statuses.map((status) => ({ status, body, says: body.slice(0, 60) })),
  )
  it.each(rows)('that answers $status and $says is judged all the same', ({ status, body }) =>
    judgeBody(status, body),
  )
})
