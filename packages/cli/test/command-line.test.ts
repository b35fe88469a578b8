import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { environmentVariables } from '../src/command-line/environment-variables.ts'
import { commands } from '../src/commands.ts'
import { runCommand, startCli } from './run.ts'

const canary = 'whsec_canarycanarycanary'

describe('usage errors', () => {
  it.each([
    ['an unknown command', ['countris'], /^The command is unknown: expected countries, listen, /],
    ['a secret as command', [canary], /^The command is unknown: /],
    [
      'half a command',
      ['conformance'],
      /^The command is incomplete: expected conformance receiver, /,
    ],
    ['an option before the command', ['--quiet', 'countries'], /^The command is unknown: /],
    ['an unknown option', ['countries', '--api-key', canary], /^The option --api-key is unknown: /],
    [
      'a secret as value of none',
      ['countries', `--api-key=${canary}`],
      /^The option --api-key is unknown: /,
    ],
    ['a secret as option', ['countries', `--${canary}`], /^The option that was given is unknown: /],
    [
      'too many arguments',
      ['countries', canary],
      /^There are too many arguments: expected none, received 1/,
    ],
    ['a missing argument', ['verify'], /^FILE is missing: expected one/],
    ['an empty argument', ['verify', ''], /^FILE is missing: expected one/],
    ['an argument that is no choice', ['completion', canary], /^SHELL is unknown: expected bash, /],
    ['an option without its value', ['countries', '--base-url'], /^--base-url has no value: /],
    ['an empty value', ['countries', '--base-url='], /^--base-url has no value: /],
    [
      'an option as value',
      ['countries', '--base-url', '--environment'],
      /^--base-url has no value: /,
    ],
    ['a value for a flag', ['countries', `--json=${canary}`], /^--json has a value: expected none/],
    ['an option twice', ['listen', '--port', '1', '--port', '2'], /^--port is given 2 times: /],
    [
      'a choice that is none',
      ['countries', '--environment', canary],
      /^--environment is unknown: expected development, /,
    ],
    [
      'no whole number',
      ['listen', '--port', '1e3'],
      /^--port is wrong: expected a whole number from 0 to 65535, received 3 characters/,
    ],
    ['a number beyond the bounds', ['listen', '--port', '65536'], /^--port is wrong: /],
    ['a path that is none', ['listen', '--path', 'webhooks'], /^--path is wrong: /],
    [
      'no URL',
      ['send', canary],
      /^URL is wrong: expected an http or https URL such as .*, received text/,
    ],
    [
      'a URL of another scheme',
      ['send', 'ftp://127.0.0.1/'],
      /^URL is wrong: .* received the scheme ftp:/,
    ],
    [
      'a URL with a password',
      ['send', `http://user:${canary}@127.0.0.1/`],
      /^URL is wrong: .* received a URL with user information/,
    ],
    [
      'an unknown example',
      ['send', 'http://127.0.0.1:9/', '--unsigned', '--example', canary],
      /^The example is unknown: /,
    ],
    [
      'an example and a file',
      ['send', 'http://127.0.0.1:9/', '--unsigned', '--example', 'compact', '--file', 'x'],
      /^--example and --file are both given/,
    ],
    [
      'a member that is none',
      ['send', 'http://127.0.0.1:9/', '--unsigned', '--set', canary],
      /^--set is wrong: expected path=text or path:=json/,
    ],
    [
      'JSON that is none',
      ['send', 'http://127.0.0.1:9/', '--unsigned', '--set', `event:=${canary}`],
      /^--set is wrong: expected JSON after event:=/,
    ],
    [
      'a member of text',
      ['send', 'http://127.0.0.1:9/', '--unsigned', '--set', 'event.name=x'],
      /^--set is wrong: expected members in event, which has none/,
    ],
    ['an environment that the key does not tell', ['countries'], /^The environment is not known: /],
  ])('%s ends with 2 and one line that tells no value', async (_, args, says) => {
    const env = { PARTNER_PLATFORM_API_KEY: 'canary-key' }
    const { code, stdout, stderr } = await runCommand(args, { env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).not.toContain('canary')
  })

  it('ends a process with 2, one line and no stack trace', async () => {
    const { code, stdout, stderr } = await startCli(['countris']).ended
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.split('\n')).toHaveLength(2)
  })

  it('with --json standard output holds JSON all the same', async () => {
    const { code, stdout, stderr } = await runCommand(['verify', '--json'])
    expect(code).toBe(2)
    const { ok, error } = JSON.parse(stdout)
    expect([ok, error.code]).toEqual([false, 'usage'])
    expect(stderr).toBe(`${error.message}\n`)
  })
})

describe('secrets that are missing or unusable', () => {
  const send = ['send', 'http://127.0.0.1:9/']
  it.each([
    ['no secret', send, {}, /^PARTNER_PLATFORM_WEBHOOK_SECRETS holds no signing secret: /],
    [
      'a blank secret',
      send,
      { PARTNER_PLATFORM_WEBHOOK_SECRETS: ' , ' },
      /holds no signing secret: /,
    ],
    [
      'a short secret',
      send,
      { PARTNER_PLATFORM_WEBHOOK_SECRETS: canary },
      /^secrets\[0\] is (not base64|too short): /,
    ],
    [
      'a secret that is not base64',
      send,
      { PARTNER_PLATFORM_WEBHOOK_SECRETS: 'whsec_canary!' },
      /^secrets\[0\] is not base64: /,
    ],
    ['no key', ['countries'], {}, /^PARTNER_PLATFORM_API_KEY holds no API key: /],
    [
      'a key that no header can carry',
      ['countries', '--base-url', 'http://127.0.0.1:9'],
      { PARTNER_PLATFORM_API_KEY: 'canary canary' },
      /apiKey/,
    ],
    [
      'a secret file that is not there',
      [...send, '--secret-file', '/nowhere/at/all'],
      {},
      /^\/nowhere\/at\/all cannot be read: expected a file of secrets, received ENOENT/,
    ],
    [
      'a key file that is a folder',
      ['countries', '--api-key-file', '/'],
      {},
      /^\/ cannot be read: .* received EISDIR/,
    ],
    [
      'an endless key file',
      ['countries', '--api-key-file', '/dev/zero'],
      {},
      /^\/dev\/zero is too large: /,
    ],
  ])('%s ends with 2 and tells no value', async (_, args, env, says) => {
    const { code, stdout, stderr } = await runCommand(args, { env })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain('canary')
  })
})

describe('help', () => {
  it('tells all commands, and every command tells its options, variables and examples', async () => {
    const all = await runCommand(['--help'])
    expect([all.code, all.stderr]).toEqual([0, ''])
    for (const command of commands) {
      expect(all.stdout).toContain(`  ${command.name} `)
      const { code, stdout, stderr } = await runCommand([...command.name.split(' '), '--help'])
      expect([code, stderr]).toEqual([0, ''])
      for (const option of [...Object.keys(command.options), ...command.environment]) {
        expect(stdout).toContain(option)
      }
      expect(stdout).toContain(`  partner-platform ${command.name}`)
    }
  })

  it('is also shown for no arguments and for -h', async () => {
    const { stdout } = await runCommand(['--help'])
    expect((await runCommand([])).stdout).toBe(stdout)
    expect((await runCommand(['-h'])).stdout).toBe(stdout)
  })

  it('is given in place of an error', async () => {
    const { code, stdout } = await runCommand(['verify', '--bogus', '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^partner-platform verify: /)
  })

  it('tells environment variables by name only', () => {
    expect(Object.keys(environmentVariables)).toContain('PARTNER_PLATFORM_API_KEY')
    for (const { options } of commands) {
      expect(Object.keys(options).filter((name) => /^(api-key|secrets?|key)$/.test(name))).toEqual(
        [],
      )
    }
  })
})

it('every example of help is understood', async () => {
  for (const command of commands) {
    for (const [line] of command.examples) {
      const [own = ''] = line.split(/ [|>] /)
      const words = own.split(' ').filter((word) => word !== '')
      const { code } = await runCommand([...words, '--help'])
      expect([line, code]).toEqual([line, 0])
      expect(line.startsWith(command.name)).toBe(true)
    }
  }
})

it('--version is that of the package', async () => {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8'))
  const { code, stdout, stderr } = await startCli(['--version']).ended
  expect([code, stdout, stderr]).toEqual([0, `${version}\n`, ''])
})
