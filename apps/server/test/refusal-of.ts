import { launchApp } from '@partner-platform/settings'
import { expect } from 'vitest'
import { settings } from '../src/settings.ts'
import { serverApp } from '../src/start-server.ts'

type Env = Record<string, string>

const launch = (env: Env) =>
  launchApp(serverApp, {
    args: [],
    env: { PORT: '0', OPERATOR_PORT: '0', SERVER_LOG: 'off', ...env },
  })

/** The app in this process, on free ports. */
export async function startHere(env: Env) {
  const launched = await launch(env)
  if ('close' in launched) return launched
  throw new Error(launched.stderr)
}

/** The line of a start that fails with these variables. It names a setting, and never quotes a value. */
export async function refusalOf(env: Env): Promise<string> {
  const ended = await launch(env)
  if ('close' in ended) throw new Error('It started.')
  expect(ended).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) })
  const message = ended.stderr.trim()
  expect(Object.keys(settings).some((setting) => message.includes(setting))).toBe(true)
  expect(message).not.toMatch(/canary|failed to start/)
  return message
}
