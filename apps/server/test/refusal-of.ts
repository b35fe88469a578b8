import { readSettings } from '@partner-platform/settings'
import { expect } from 'vitest'
import { settings } from '../src/settings.ts'
import { startServer } from '../src/start-server.ts'

type Env = Record<string, string>

/** The app in this process, on free ports. */
export const startHere = async (env: Env) =>
  startServer(readSettings(settings, { PORT: '0', OPERATOR_PORT: '0', SERVER_LOG: 'off', ...env }))

/** The error message of a start with these variables. It never quotes a value. */
export async function refusalOf(env: Env): Promise<string> {
  const { name, message } = await startHere(env).then(
    () => ({ name: 'none', message: 'It started.' }),
    (error: Error) => error,
  )
  expect(name).toMatch(/^(SettingError|StartError)$/)
  expect(Object.keys(settings).some((setting) => message.includes(setting))).toBe(true)
  expect(message).not.toContain('canary')
  return message
}
