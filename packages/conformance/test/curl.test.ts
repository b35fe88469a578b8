import { expect, it } from 'vitest'
import { replayReceiver, replayServer, shells } from './replay-commands.ts'

const [shell = ''] = shells
/** One check for each form that a command can have. `test/check` runs all commands in all shells. */
const ofReceiver = [
  ...['granted', 'names-beyond-ascii', 'split-characters', 'duplicates-at-once'],
  ...['malformed-signature', 'signature-list', 'largest-body', 'other-method'],
]
const ofServer = ['bearer-key', 'revoked-key', 'key-elsewhere', 'keys-that-differ', 'preflight']

it('commands repeat the deliveries to a receiver, byte for byte', async () => {
  expect(await replayReceiver(shell, ofReceiver)).toBe(ofReceiver.length)
})

it('commands repeat the calls to a server, with keys from the environment', async () => {
  expect(await replayServer(shell, ofServer)).toBe(ofServer.length)
})
