import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { createSecret } from '@partner-platform/webhooks'
import { expect } from 'vitest'
import { checkReceiver, checkServer, type Result } from '../src/index.ts'
import { ownKey } from './faulty-servers/faulty-server.ts'
import { type Recorded, type Recorder, recordRequests } from './record-requests.ts'
import { quickPauses as pauses } from './sample-checks.ts'

const execute = promisify(execFile)

/** The POSIX shells of this machine. */
export const shells = ['/bin/dash', '/bin/bash', '/bin/zsh'].filter((path) => existsSync(path))

/** One check for each form that a command can have. */
export const sampleOfReceiver = [
  ...['granted', 'names-beyond-ascii', 'split-characters', 'duplicates-at-once'],
  ...['malformed-signature', 'signature-list', 'largest-body', 'other-method'],
]
export const sampleOfServer = [
  ...['bearer-key', 'revoked-key', 'key-elsewhere', 'keys-that-differ', 'preflight'],
]

const withoutStartUpFiles = (shell: string) => (shell.endsWith('bash') ? ['--norc'] : [])
/** A request as one line, short enough for a message. */
const toLine = ({ method, path, headers, body }: Recorded) =>
  `${method} ${path} ${JSON.stringify(headers)} ${body.length} ${hash('sha256', body)}`
const toLines = (recorded: readonly Recorded[]) => recorded.map(toLine).sort()

/** What each check sends, and then what its command sends. */
async function replayAll(
  recorder: Recorder,
  run: (onResult: (result: Result) => void) => Promise<unknown>,
  { shell, env }: { shell: string; env: Record<string, string> },
) {
  const sent: { result: Result; before: Recorded[]; after: Recorded[] }[] = []
  await run((result) => sent.push({ result, before: recorder.take(), after: [] }))
  for (const one of sent) {
    if (one.result.curl === null) continue
    await execute(shell, [...withoutStartUpFiles(shell), '-c', one.result.curl], {
      env: { PATH: process.env.PATH, ...env },
    })
    one.after = recorder.take()
  }
  await recorder.close()
  return sent
}

/**
 * Expects the commands of a receiver's report to send its deliveries again, byte for byte. Returns the
 * number of checks with a command. A sample must begin with `granted`.
 */
export async function replayReceiver(shell: string, only?: readonly string[]): Promise<number> {
  const recorder = await recordRequests()
  const url = `${recorder.url}/web%20hooks?a=[1]&b=$HOME`
  const secrets = [createSecret(), createSecret()]
  const all = await replayAll(
    recorder,
    (onResult) =>
      checkReceiver({ ...{ url, secrets, pauses, onResult }, ...(only ? { only } : {}) }),
    { shell, env: {} },
  )
  const sent = all.filter(({ result }) => result.curl !== null)
  for (const { result, before, after } of sent) {
    // The first check comes behind the baseline, and quick-answer shows one of its deliveries.
    const shown = { granted: before.slice(1), 'quick-answer': before.slice(0, 1) }[result.id]
    expect(toLines(after), result.id).toEqual(toLines(shown ?? before))
    expect(result.curl).not.toContain(secrets[0])
  }
  return sent.length
}

/** The same for a server, with keys from the environment. */
export async function replayServer(shell: string, only?: readonly string[]): Promise<number> {
  const recorder = await recordRequests()
  const keys = {
    apiKey: ownKey,
    revokedKey: 'revoked-key-1',
    otherEnvironmentKey: 'other-key-22',
  }
  const all = await replayAll(
    recorder,
    (onResult) =>
      checkServer({
        ...{ baseUrl: recorder.url, ...keys, onResult, ...(only ? { only } : {}) },
        ...{ allowedOrigin: 'https://partner.example', exhaustLimit: true },
      }),
    {
      shell,
      env: {
        PARTNER_PLATFORM_API_KEY: keys.apiKey,
        REVOKED_API_KEY: keys.revokedKey,
        OTHER_ENVIRONMENT_API_KEY: keys.otherEnvironmentKey,
      },
    },
  )
  const sent = all.filter(({ result }) => result.curl !== null)
  // Some calls are sent once and judged by several checks.
  const called = all.flatMap(({ before }) => toLines(before))
  for (const { result, after } of sent) {
    expect(called, result.id).toEqual(expect.arrayContaining(toLines(after)))
    for (const key of Object.values(keys)) expect(result.curl).not.toContain(key)
  }
  return sent.length
}
