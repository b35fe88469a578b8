import { expect, it } from 'vitest'
import {
  replayReceiver,
  replayServer,
  sampleOfReceiver,
  sampleOfServer,
  shells,
} from './replay-commands.ts'

// `test/check` runs all commands in this shell, and these in every other.
const [shell = ''] = shells

it('commands repeat the deliveries to a receiver, byte for byte', async () => {
  expect(await replayReceiver(shell, sampleOfReceiver)).toBe(sampleOfReceiver.length)
})

it('commands repeat the calls to a server, with keys from the environment', async () => {
  expect(await replayServer(shell, sampleOfServer)).toBe(sampleOfServer.length)
})
