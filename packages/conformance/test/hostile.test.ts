import { describe, it } from 'vitest'
import { receiverChecks } from '../src/receiver/receiver-checks.ts'
import { serverChecks } from '../src/server/check-server.ts'
import { behaviours, bodies, floods } from './hostile-targets.ts'
import { judgeBody, judgeReceiver, judgeServer } from './judge-hostile.ts'
import { sampleChecks } from './sample-checks.ts'

const fetchTimeoutMs = 250
const statuses = [200, 401, 500]

/** All checks, or a sample if each exchange reads up to its limit. `test/check` runs all of them. */
const runOf = (says: string, checks: typeof receiverChecks | typeof serverChecks) => ({
  fetchTimeoutMs,
  ...(floods.includes(says) ? { only: sampleChecks(checks, { index: 0 }) } : {}),
})

describe.concurrent('a hostile target', () => {
  it.each(behaviours)('that %s does not hold up the checks of a receiver', (says, behave) =>
    judgeReceiver(says, behave, runOf(says, receiverChecks)),
  )

  it.each(behaviours)('that %s does not hold up the checks of a server', (says, behave) =>
    judgeServer(behave, runOf(says, serverChecks)),
  )

  const rows = bodies.map(([says, body], index) => {
    return { says, body, status: statuses[index % statuses.length] ?? 200 }
  })
  it.each(rows)('that answers $status and $says is judged all the same', ({ status, body }) =>
    judgeBody(status, body),
  )
})
