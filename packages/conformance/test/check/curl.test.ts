import { describe, expect, it } from 'vitest'
import { replayReceiver, replayServer, shells } from '../replay-commands.ts'

describe.each(shells)('commands in %s', (shell) => {
  it('send the deliveries of a receiver again, byte for byte', async () => {
    expect(await replayReceiver(shell)).toBeGreaterThan(50)
  })

  it('send the calls of a server again, with keys from the environment', async () => {
    expect(await replayServer(shell)).toBeGreaterThan(20)
  })
})
