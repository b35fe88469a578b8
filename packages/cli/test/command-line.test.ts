import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { environmentVariables } from '../src/command.ts'
import { commands } from '../src/commands.ts'
import type { Environ } from '../src/index.ts'
import { expectRefused, runCommand } from './run.ts'

const canary = 'whsec_canarycanarycanary'

const send = 'send http://127.0.0.1:9/'
const unsigned = `${send} --unsigned`

const secrets = (text: string) => ({ PARTNER_PLATFORM_WEBHOOK_SECRETS: text })
const spaced = { PARTNER_PLATFORM_API_KEY: 'canary canary' }

describe('what cannot run', () => {
  it.each<[name: string, line: string, says: RegExp, env?: Environ]>([
    ['an unknown command', 'frobnicate', /^The command is unknown\. Use countries, listen, /],
    ['a mistyped command', 'sned', /^The command is unknown\. Did you mean send\? /],
    [
      'a mistyped part',
      'conformance servr',
      /^The command is unknown\. Did you mean conformance server\? /,
    ],
    ['a word that is near to none', 'listen --host x', /unknown\. Use --port, /],
    ['a mistyped option', 'listen --verfication off', /unknown\. Did you mean --verification\? /],
    ['half a command', 'conformance', /^The command is incomplete\. Use conformance receiver, /],
    ['an unknown option', `countries --api-key ${canary}`, /^The option --api-key is unknown\. /],
    ['a secret in an option', `countries --api-key=${canary}`, /^The option --api-key is unknown/],
    ['a secret as option', `countries --${canary}`, /^The option that was given is unknown\. /],
    [
      'too many arguments',
      `countries ${canary}`,
      /^There are too many arguments. This command takes no/,
    ],
    ['a missing argument', 'verify', /^FILE is missing\. Add it/],
    ['an unknown argument', `completion ${canary}`, /^SHELL must be one of bash, /],
    ['an option without its value', 'countries --base-url', /^--base-url needs a value/],
    ['an option as value', 'countries --base-url --environment', /^--base-url needs a value/],
    ['a value for a flag', `countries --json=${canary}`, /^--json takes no value/],
    ['an option twice', 'listen --port 1 --port 2', /^--port is given 2 times\. /],
    ['an unknown choice', `countries --environment ${canary}`, /^--environment must be one of d/],
    ['no whole number', 'listen --port 1e3', /^--port must be .* from 0 to 65535\./],
    ['a relative path', 'listen --path webhooks', /^--path must be /],
    ['no URL', `send ${canary}`, /^URL must be an http or https URL such as .*\/webhooks\./],
    [
      'a URL of another scheme',
      'send ftp://127.0.0.1/',
      /^URL must be .* not one with the scheme ftp:/,
    ],
    ['a URL with a password', `send http://u:${canary}@[::1]/`, /not one with user information/],
    ['an unknown example', `${unsigned} --example ${canary}`, /^The example is unknown\. /],
    ['an example and a file', `${unsigned} --example a --file x`, /^Pass --example or --file, /],
    ['a member without a value', `${unsigned} --set ${canary}`, /^--set must be path=text or /],
    ['invalid JSON', `${unsigned} --set event:=${canary}`, /^--set needs JSON after event:=/],
    ['a member of text', `${unsigned} --set event.name=x`, /^--set cannot change event, which has/],
    ['a key without an environment', 'countries', /^The key names no environment\. /],
    ['no secret', 'listen', /^PARTNER_PLATFORM_WEBHOOK_SECRETS contains no signing secret\. /, {}],
    ['a blank secret', send, /contains no signing secret\. /, secrets(' , ')],
    ['a short secret', send, /^secrets\[0\] is (not base64|shorter)/, secrets(canary)],
    ['a secret that is not base64', send, /^secrets\[0\] is not base64 /, secrets('whsec_canary!')],
    ['no key', 'countries', /^PARTNER_PLATFORM_API_KEY contains no API key\. /, {}],
    ['a key with a space', 'countries --base-url http://127.0.0.1:9', /apiKey/, spaced],
    ['a missing secret file', `${send} --secret-file /nowhere`, /^\/nowhere cannot .*: ENOENT/],
    ['a folder as key file', 'countries --api-key-file /', /^\/ cannot be read .*EISDIR/],
    ['an endless key file', 'countries --api-key-file /dev/zero', /^\/dev\/zero is larger than/],
    ['a missing document', 'overlay /nowhere /nowhere', /^\/nowhere cannot .*: ENOENT/],
    ['a missing overlay', 'overlay /nowhere', /^OVERLAY is missing/],
  ])(
    '%s ends with 2 and one line that quotes no value',
    async (_, line, says, env = { PARTNER_PLATFORM_API_KEY: 'canary-key' }) => {
      const said = await expectRefused(runCommand(line.split(' '), { env }), says)
      expect(said).not.toContain('canary')
    },
  )

  it('with --json standard output is JSON all the same', async () => {
    const { code, stdout, stderr } = await runCommand(['verify', '--json'])
    expect(code).toBe(2)
    const { ok, error } = JSON.parse(stdout)
    expect([ok, error.code]).toEqual([false, 'usage'])
    expect(stderr).toBe(`${error.message}\n`)
  })
})

describe('help', () => {
  it('lists all commands, and for each its options, variables and examples that work', async () => {
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
      for (const line of Object.keys(command.examples)) {
        const words = line.replace(/ [|>] .*/, '').split(/ +/)
        expect([line, (await runCommand([...words, '--help'])).stdout]).toEqual([line, stdout])
      }
    }
  })

  it('is also shown for no arguments, for -h, and in place of an error', async () => {
    const { stdout } = await runCommand(['--help'])
    expect((await runCommand([])).stdout).toBe(stdout)
    expect((await runCommand(['-h'])).stdout).toBe(stdout)
    const own = await runCommand(['verify', '--bogus', '--help'])
    expect([own.code, own.stdout.startsWith('partner-platform verify: ')]).toEqual([0, true])
  })

  it('shows environment variables by name only', () => {
    expect(Object.keys(environmentVariables)).toContain('PARTNER_PLATFORM_API_KEY')
    for (const { options } of commands) {
      expect(Object.keys(options).filter((name) => /^(api-key|secrets?|key)$/.test(name))).toEqual(
        [],
      )
    }
  })
})

it('--version is that of the package', async () => {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8'))
  const { code, stdout, stderr } = await runCommand(['--version'])
  expect([code, stdout, stderr]).toEqual([0, `${version}\n`, ''])
})
