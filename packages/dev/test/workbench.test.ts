import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningPlatform, startPlatform } from '../src/start-platform.ts'
import { copyDataFolders } from './empty-data-folders.ts'

const file = join(import.meta.dirname, '../../cli/src/main.ts')

describe('the command and the reference server', () => {
  let platform: RunningPlatform
  let dataFolders: Awaited<ReturnType<typeof copyDataFolders>>
  beforeAll(async () => {
    const ports = { server: 0, operator: 0, receiver: 0, inbox: 0 }
    dataFolders = await copyDataFolders()
    platform = await startPlatform({ ports, dataFolders })
  })
  afterAll(async () => {
    await platform?.close()
    dataFolders?.remove()
  })

  const run = (...args: string[]) =>
    startApp({ file, args, env: { PARTNER_PLATFORM_API_KEY: platform.apiKey } }).ended

  it('4.1, 8.2 countries lists them, and what is left of the rate limit', async () => {
    const { code, stdout, stderr } = await run('countries', '--base-url', platform.serverUrl)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}IN {4}India +INR +[0-9a-f-]{36}$/m)
    expect(stderr).toMatch(
      /^Rate limit: \d+ of 100 calls left in this window of 60 s, more in \d+ s\.\n$/,
    )
  })

  it('7.401 countries says what to do about a key that is none', async () => {
    const env = { PARTNER_PLATFORM_API_KEY: `${platform.apiKey.slice(0, -1)}_` }
    const args = ['countries', '--base-url', platform.serverUrl]
    const { code, stderr } = await startApp({ file, args, env }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /401: the API key is missing or invalid\. .*quote request \S+ to support\.\n$/,
    )
  })

  it('4.1, 5, 7 conformance server finds nothing', async () => {
    const { code, stdout } = await run('conformance', 'server', platform.serverUrl, '--json')
    const { summary, results } = JSON.parse(stdout)
    const findings = results.filter(({ finding }: { finding: boolean }) => finding)
    expect([code, summary.failed, findings]).toEqual([0, 0, []])
  })
})
