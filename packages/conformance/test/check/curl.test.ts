import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { checkReceiver, checkServer, type Result } from '../../src/index.ts'
import { quickPauses as pauses } from '../faulty/faulty-receiver.ts'
import { allowedOrigin, ownKey } from '../faulty/faulty-server.ts'
import { type Recorded, type Recorder, recordRequests } from '../open-server.ts'

const execute = promisify(execFile)
const [first = '', ...others] = ['/bin/dash', '/bin/bash', '/bin/zsh'].filter((path) =>
  existsSync(path),
)

/** One check for each form that a command can have. */
const sampleOfReceiver = [
  ...['granted', 'names-beyond-ascii', 'split-characters', 'duplicates-at-once'],
  ...['malformed-signature', 'signature-list', 'largest-body', 'other-method'],
]
const sampleOfServer = [
  ...['bearer-key', 'revoked-key', 'key-elsewhere', 'keys-that-differ', 'preflight'],
]

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

/** Requests as lines, short enough for a message. */
const toLines = (recorded: readonly Recorded[]) =>
  recorded
    .map(
      ({ method, path, headers, body }) =>
        `${method} ${path} ${JSON.stringify(headers)} ${body.length} ${hash('sha256', body)}`,
    )
    .sort()

type Replayed = { result: Result; before: Recorded[]; after: Recorded[] }

/** What each check with a command sends, and then what its command sends. */
async function replay(
  recorder: Recorder,
  run: (onResult: (result: Result) => void) => Promise<unknown>,
  { shell, env = {} }: { shell: string; env?: Record<string, string> },
) {
  const all: Replayed[] = []
  await run((result) => all.push({ result, before: recorder.take(), after: [] }))
  const flags = shell.endsWith('bash') ? ['--norc'] : []
  for (const one of all) {
    if (one.result.curl === null) continue
    const options = { env: { PATH: process.env.PATH, ...env } }
    await execute(shell, [...flags, '-c', one.result.curl], options)
    one.after = recorder.take()
  }
  await recorder.close()
  return { all, replayed: all.filter(({ result }) => result.curl !== null) }
}

async function replayReceiver(shell: string, only?: string[]): Promise<number> {
  const recorder = await recordRequests()
  const url = `${recorder.url}/web%20hooks?a=[1]&b=$HOME`
  const secrets = [createSecret(), createSecret()]
  const options = { url, secrets, pauses, ...(only && { only }) }
  const { replayed } = await replay(
    recorder,
    (onResult) => checkReceiver({ ...options, onResult }),
    { shell },
  )
  for (const { result, before, after } of replayed) {
    // The first check comes behind the baseline, and quick-answer shows one of its deliveries.
    const shown = { granted: before.slice(1), 'quick-answer': before.slice(0, 1) }[result.id]
    expect(toLines(after), result.id).toEqual(toLines(shown ?? before))
    expect(result.curl).not.toContain(secrets[0])
  }
  return replayed.length
}

async function replayServer(shell: string, only?: string[]): Promise<number> {
  const recorder = await recordRequests()
  const keys = { apiKey: ownKey, revokedKey: 'revoked-key-1', otherEnvironmentKey: 'other-key-22' }
  const options = { baseUrl: recorder.url, ...keys, allowedOrigin, exhaustLimit: true }
  const { all, replayed } = await replay(
    recorder,
    (onResult) => checkServer({ ...options, onResult, ...(only && { only }) }),
    {
      shell,
      env: {
        PARTNER_PLATFORM_API_KEY: keys.apiKey,
        REVOKED_API_KEY: keys.revokedKey,
        OTHER_ENVIRONMENT_API_KEY: keys.otherEnvironmentKey,
      },
    },
  )
  // Some calls are sent once and judged by several checks.
  const called = all.flatMap(({ before }) => toLines(before))
  for (const { result, after } of replayed) {
    expect(called, result.id).toEqual(expect.arrayContaining(toLines(after)))
    for (const key of Object.values(keys)) expect(result.curl).not.toContain(key)
  }
  return replayed.length
}
