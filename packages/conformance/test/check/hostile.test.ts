import { describe, it } from 'vitest'
import { floods, judgeReceiver, judgeServer } from '../hostile-targets.ts'

// A flood makes every exchange read up to its limit, so these take longer than the others.
const fetchTimeoutMs = 1_500

describe.concurrent('a flooding target', () => {
  it.each(Object.entries(floods))(
    'that %s does not hold up any check of a receiver',
    (says, behave) => judgeReceiver(says, behave, fetchTimeoutMs),
  )

  it.each(Object.entries(floods))('that %s does not hold up any check of a server', (_, behave) =>
    judgeServer(behave, fetchTimeoutMs),
  )
})
