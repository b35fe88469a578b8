import { describe, expect, it } from 'vitest'
import {
  replayReceiver,
  replayServer,
  sampleOfReceiver,
  sampleOfServer,
  shells,
} from '../replay-commands.ts'

const [first = '', ...others] = shells

describe(`all commands in ${first}`, () => {
  it('send the deliveries of a receiver again, byte for byte', async () => {
    expect(await replayReceiver(first)).toBeGreaterThan(50)
  })

  it('send the calls of a server again, with keys from the environment', async () => {
    expect(await replayServer(first)).toBeGreaterThan(20)
  })
})

it.each(others)('commands of every form do the same in %s', async (shell) => {
  expect(await replayReceiver(shell, sampleOfReceiver)).toBe(sampleOfReceiver.length)
  expect(await replayServer(shell, sampleOfServer)).toBe(sampleOfServer.length)
})
