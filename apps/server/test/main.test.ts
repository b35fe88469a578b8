import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readSettings } from '@partner-platform/settings'
import { temporaryFile } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../src/index.ts'
import { toKeyLine } from '../src/keys/read-keys-file.ts'
import { settings, start } from '../src/settings.ts'
import { startApp } from './start-app.ts'
import { countriesPath } from './start-server.ts'

const createKeyFile = join(import.meta.dirname, '../src/create-key.ts')

describe('main', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'answers calls until %s, then ends with 0',
    async (signal) => {
      const { key, record } = createApiKey('staging')
      const keysFile = temporaryFile(`# one key\n${toKeyLine(record)}\n`)
      const env = { PORT: '0', ENVIRONMENT: 'staging', SERVER_KEYS_FILE: keysFile }
      const { child, ready, ended } = startApp({ env })
      const response = await fetch((await ready) + countriesPath, { headers: { 'x-api-key': key } })
      expect(response.status).toBe(200)
      await response.arrayBuffer()
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect(code).toBe(0)
      expect(stdout).toMatch(/^Server of staging ready: http:\/\/127\.0\.0\.1:\d+\n$/)
      expect(stdout + stderr).not.toContain(key)
    },
  )

  it('shows every setting with its unit and default on --help, and ends with 0', async () => {
    const { code, stdout, stderr } = await startApp({ args: ['--help'] }).ended
    expect([code, stderr]).toEqual([0, ''])
    for (const [name, { says, unit, shownDefault }] of Object.entries(settings)) {
      expect(stdout).toContain(
        `  ${name}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`,
      )
    }
  })

  it.each([['--canary'], ['--help=canary'], ['canary'], ['-p', '80']])(
    'ends with 2 and one line for the flag %s',
    async (...args) => {
      const { code, stdout, stderr } = await startApp({ args }).ended
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toBe('A flag of server is unknown: expected --help or none. Try --help.\n')
    },
  )

  it('ends with 1 and names port and variable when the port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const { code, stderr } = await startApp({ env: { PORT: String(port) } }).ended
    expect(code).toBe(1)
    expect(stderr).toBe(
      `Port ${port} is in use: expected a free one. Set PORT to another, or to 0 for any.\n`,
    )
  })

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'canary' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '' }],
    ['HOST', { HOST: 'can ary' }],
    ['ENVIRONMENT', { ENVIRONMENT: 'canary' }],
    ['SERVER_KEYS_FILE', { SERVER_KEYS_FILE: '/nowhere/canary' }],
    [
      'SERVER_CALLBACK_SECRETS_FILE',
      { SERVER_CALLBACK_URL: 'https://a.example', SERVER_CALLBACK_SECRETS_FILE: '/nowhere/canary' },
    ],
    ['SERVER_CALLBACK_URL', { SERVER_CALLBACK_URL: 'http://canary.example' }],
    ['SERVER_ORIGINS', { SERVER_ORIGINS: 'https://canary.example/' }],
    ['SERVER_ORIGINS', { SERVER_ORIGINS: 'https://canary.example,' }],
    ['SERVER_RATE_LIMIT_QUOTA', { SERVER_RATE_LIMIT_QUOTA: '0' }],
    ['SERVER_CHECK_RESPONSES', { SERVER_CHECK_RESPONSES: 'canary' }],
  ])(
    'F20 refuses to start where %s cannot work, and names it without its value',
    async (name, env) => {
      const starting = Promise.resolve().then(() =>
        start(readSettings(settings, { PORT: '0', ...env })),
      )
      await expect(starting).rejects.toThrow(/expected .+, received .+\. ./)
      await expect(starting).rejects.toThrow(name)
      await expect(starting).rejects.not.toThrow('canary')
    },
  )

  it.each<[string, Record<string, string>, string]>([
    ['a setting', { ENVIRONMENT: 'canary' }, 'ENVIRONMENT is wrong: expected one of'],
    [
      'an address of another machine',
      { HOST: '192.0.2.1' },
      'Address 192.0.2.1 is not of this machine',
    ],
  ])('F20 ends with 1 and one line for %s', async (_says, env, message) => {
    const { code, stdout, stderr } = await startApp({ env: { PORT: '0', ...env } }).ended
    expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('canary')
  })

  it('F20 refuses a secret that is none before it listens', async () => {
    const secrets = temporaryFile('whsec_canary\n')
    const env = {
      PORT: '0',
      SERVER_CALLBACK_URL: 'https://a.example',
      SERVER_CALLBACK_SECRETS_FILE: secrets,
    }
    const { code, stderr } = await startApp({ env }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^SERVER_CALLBACK_SECRETS_FILE: secrets\[0\]/)
    expect(stderr).not.toContain('canary')
  })

  it('F20 refuses a keys file with a line that is none', async () => {
    const { key, record } = createApiKey('staging')
    const keysFile = temporaryFile(`${toKeyLine(record)}\nstaging ${key} active\n`)
    const { code, stderr } = await startApp({ env: { SERVER_KEYS_FILE: keysFile } }).ended
    expect(code).toBe(1)
    expect(stderr).toContain('SERVER_KEYS_FILE is wrong')
    expect(stderr).toContain('entry 2')
    expect(stderr).not.toContain(key)
  })
})

describe('create-key', () => {
  it('D-020 shows a key once, and the line to keep in its place', async () => {
    const { code, stdout } = await startApp({ file: createKeyFile, args: ['production'] }).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/ppk_prd_[0-9A-Za-z]{36}\n.*production [0-9a-f]{64} active\n$/)
  })

  it.each([[[]], [['canary']], [['staging', 'canary']]])('ends with 2 for %j', async (args) => {
    const { code, stderr } = await startApp({ file: createKeyFile, args }).ended
    expect(code).toBe(2)
    expect(stderr).toContain('expected one of development')
    expect(stderr).not.toContain('canary')
  })
})
