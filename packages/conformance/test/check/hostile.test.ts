import { describe, it } from 'vitest'
import { floods, judgeTarget } from '../hostile-targets.ts'

// An exchange reads a flood up to its limit, for which it needs time. Announcements have no limit, so only the
// time-out ends them.
const timeoutOf = (says: string) => (says === 'announces itself for ever' ? 250 : 1_500)

describe.concurrent('a flooding target', () => {
  it.each(Object.entries(floods))('that %s does not hold up any check', (says, behave) =>
    judgeTarget(says, behave, timeoutOf(says)),
  )
})
