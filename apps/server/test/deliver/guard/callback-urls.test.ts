import { networkInterfaces } from 'node:os'
import type { Environment } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import {
  createTargetGuard,
  type TargetGuardOptions,
} from '../../../src/deliver/guard/create-target-guard.ts'
import { refuseCallbackUrl } from '../../../src/deliver/guard/find-url-problem.ts'
import { readAddresses, readTable, toHostText, type Want } from './read-table.ts'

const { signal } = new AbortController()
const publicAddress = '93.184.215.14'

type Asked = { url: string; environment: Environment; answers: readonly string[] }

/** The verdict of the guard if name servers answer like this. A text that is not a URL is blocked. */
async function ask({ url, environment, answers }: Asked, options: TargetGuardOptions = {}) {
  if (!URL.canParse(url)) return 'blocked'
  const guard = createTargetGuard({ resolve: async () => answers, ...options })
  const admission = await guard.admit({ url: new URL(url), environment }, signal)
  return admission.ok ? 'admitted' : admission.outcome
}

const isRegistered = (url: string, environment: Environment, options: TargetGuardOptions = {}) =>
  refuseCallbackUrl(url, { environment, ...options }) === undefined

const { special, global } = readAddresses()
const neighbours = [
  ...global,
  ...['8.8.8.8', '192.31.196.1', '2001:4860:4860::8888', '2a00::1:2:3:4:5'],
  // The ISATAP marker in another place.
  ...['2606:4700:4700::5efe', '2606:4700:4700:0:1:5efe:7f00:1'],
]

describe('addresses', () => {
  it('D-025 has large tables', () => {
    expect(special.length).toBeGreaterThan(600)
    expect(neighbours.length).toBeGreaterThan(30)
  })

  it.each<[string, string[], Want]>([
    ['blocks every special one', special, 'blocked'],
    ['admits every neighbour', neighbours, 'admitted'],
  ])(
    'F10 D-025 %s, in the URL, from a name server, and among public ones',
    async (_says, ones, want) => {
      const environment = 'production'
      for (const address of ones) {
        const literal = `https://${toHostText(address)}/`
        expect(isRegistered(literal, environment), literal).toBe(want === 'admitted')
        expect(await ask({ url: literal, environment, answers: [] }), literal).toBe(want)
        const url = 'https://partner.example/'
        const lists = [[address], [publicAddress, address], [address, publicAddress]]
        for (const answers of lists) {
          expect(await ask({ url, environment, answers }), String(answers)).toBe(want)
        }
      }
    },
  )

  it('D-025 never confuses the remote address of a socket with a public one if it is special', () => {
    const guard = createTargetGuard()
    for (const address of special) {
      expect(guard.holds(address, [publicAddress, '[2606:4700:4700::1111]']), address).toBe(false)
    }
  })

  it.each([
    ['93.184.215.14', true],
    ['::ffff:93.184.215.14', true],
    ['::ffff:5db8:d70e', true],
    ['2606:4700:4700:0::1111', true],
    ['93.184.215.15', false],
    ['::ffff:127.0.0.1', false],
    ['::93.184.215.14', false],
    ['64:ff9b::93.184.215.14', false],
    ['2606:4700:4700::1111%eth0', false],
    ['', false],
    [undefined, false],
  ])('D-025 compares the remote address %s with the admitted ones', (farEnd, isHeld) => {
    const guard = createTargetGuard()
    expect(guard.holds(farEnd, [publicAddress, '[2606:4700:4700::1111]'])).toBe(isHeld)
  })
})

describe('spellings', () => {
  it.each(readTable<{ text: string; address: string | null; want: Want }>('spellings'))(
    'D-025 reads $text as $address: $want',
    async ({ text, address, want }) => {
      const url = `https://${text}/`
      expect(URL.canParse(url) ? new URL(url).hostname : null).toBe(address)
      expect(isRegistered(url, 'production')).toBe(want === 'admitted')
      expect(await ask({ url, environment: 'production', answers: [] })).toBe(want)
    },
  )
})

describe('URLs', () => {
  it.each(readTable<{ url: string; environment: Environment; want: Want }>('urls'))(
    'D-025 $url in $environment: $want',
    async ({ url, environment, want }) => {
      const isLocal = /localhost\.?[:/]/.test(url)
      const answers = isLocal ? ['127.0.0.1', '::1'] : [publicAddress]
      expect(await ask({ url, environment, answers })).toBe(want)
      // A name that resolves to loopback may be registered: only an attempt resolves it.
      if (!isLocal) expect(isRegistered(url, environment)).toBe(want === 'admitted')
    },
  )
})

describe('messages', () => {
  it.each<[string, Environment, RegExp]>([
    ['http://partner.example/canary', 'development', /it must use https/],
    ['https://partner.example:444/canary', 'production', /it must use port 443 or 8443/],
    [
      'https://user:canary@partner.example/',
      'production',
      /it must not contain a user or password/,
    ],
    ['https://partner.example/#canary', 'production', /it must not have a fragment/],
    ['https://169.254.169.254/canary', 'production', /it must have a public address/],
    ['/canary', 'development', /it must be absolute/],
    ['', 'development', /it must be absolute/],
  ])('D-025 refuse %s in %s without quoting it', (url, environment, message) => {
    const refusal = refuseCallbackUrl(url, { environment })
    expect(refusal).toMatch(message)
    expect(refusal).not.toContain('canary')
  })
})

describe('names', () => {
  it.each(readTable<{ hostname: string; answers: string[]; want: Want }>('names'))(
    'D-025 $hostname at $answers: $want',
    async ({ hostname, answers, want }) => {
      const url = `https://${hostname}/latest/meta-data/`
      expect(await ask({ url, environment: 'production', answers })).toBe(want)
    },
  )
})

describe('own listeners', () => {
  it.each(readTable<{ url: string; answers: string[] | null; want: Want }>('own-listeners'))(
    'D-025 $url at $answers: $want',
    async ({ url, answers, want }) => {
      const options: TargetGuardOptions = {
        ownPorts: () => [4010, 4011],
        ownAddresses: () => [publicAddress, 'fd00::2'],
        developmentHosts: ['localhost', '127.0.0.1', '[::1]', 'partner.test'],
      }
      const environment = 'development'
      expect(await ask({ url, environment, answers: answers ?? [] }, options)).toBe(want)
      const isWritten = answers === null || url.includes('localhost')
      if (isWritten) expect(isRegistered(url, environment, options)).toBe(want === 'admitted')
    },
  )

  it('D-025 finds the addresses of this machine', async () => {
    const ones = Object.values(networkInterfaces()).flatMap((some = []) => some)
    const own = ones.find(({ internal, family }) => !internal && family === 'IPv4')
    const address = own?.address ?? '127.0.0.1'
    const options = { ownPorts: () => [4010], developmentHosts: [address] }
    const at = (port: number): Asked => ({
      url: `http://${address}:${port}/`,
      environment: 'development',
      answers: [],
    })
    expect(await ask(at(4020), options)).toBe('admitted')
    expect(await ask(at(4010), options)).toBe('blocked')
  })
})
