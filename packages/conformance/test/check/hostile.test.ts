import { describe, it } from 'vitest'
import { behaviours, bodies, floods } from '../hostile-targets.ts'
import { judgeBody, judgeReceiver, judgeServer } from '../judge-hostile.ts'

const fetchTimeoutMs = 1_500
const flooding = behaviours.filter(([says]) => floods.includes(says))

describe.concurrent('a hostile target', () => {
  it.each(flooding)('that %s does not hold up any check of a receiver', (says, behave) =>
    judgeReceiver(says, behave, { fetchTimeoutMs }),
  )

  it.each(flooding)('that %s does not hold up any check of a server', (_, behave) =>
    judgeServer(behave, { fetchTimeoutMs }),
  )

  const rows = bodies.flatMap(([says, body]) =>
    [200, 401, 500].map((status) => ({ says, body, status })),
  )
  it.each(rows)('that answers $status and $says is judged all the same', ({ status, body }) =>
    judgeBody(status, body),
  )
})
