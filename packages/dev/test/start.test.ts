import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAll } from '../src/start.ts'
import { copyDataFolders, freePorts } from './empty-data-folders.ts'

describe('start', () => {
  const built = Promise.withResolvers<void>()
  const shown = Promise.withResolvers<string>()
  const write = (text: string) => {
    shown.resolve(text)
    return true
  }
  let text: string
  beforeAll(async () => {
    const { settings, remove } = await copyDataFolders()
    const out = { isTTY: false, rows: 0, write }
    const buildDocs = () => built.promise
    const running = await startAll({ ...freePorts, ...settings }, { buildDocs, out })
    text = running.lines.join('\n')
    return () => {
      built.resolve()
      return running.close().finally(remove)
    }
  })

  it('shows the round trip before the docs are built, and then the docs', async () => {
    expect(text.match(/✓/g)).toHaveLength(3)
    for (const place of ['server', 'operator', 'receiver', 'inbox', 'docs'])
      expect(text).toMatch(new RegExp(`^ {2}${place} +http://127\\.0\\.0\\.1:\\d+/`, 'm'))
    const [docs = ''] = /(?<=docs +)http\S+/.exec(text) ?? []
    built.resolve()
    expect(await shown.promise).toContain(docs)
    expect((await fetch(docs)).headers.get('x-content-type-options')).toBe('nosniff')
  })

  /** Runs the published command with the address and the key that `start` shows. */
  function runCommand(...args: string[]) {
    const [url = ''] = /(?<=server +)http:\/\/[^/]+/.exec(text) ?? []
    const [key = ''] = /ppk_dev_\w+/.exec(text) ?? []
    const file = join(import.meta.dirname, '../../cli/src/main.ts')
    return startApp({ file, args: [...args, url], env: { PARTNER_PLATFORM_API_KEY: key } }).ended
  }

  it('4.1, 8.2 lets the command list the countries, and what is left of the rate limit', async () => {
    const { code, stdout, stderr } = await runCommand('countries', '--base-url')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}IN {4}India +INR +[0-9a-f-]{36}$/m)
    expect(stderr).toMatch(
      /^Rate limit: \d+ of 100 calls left in this window of 60 s, more in \d+ s\.\n$/,
    )
  })

  it('4.1, 5, 7.401 gives the command for conformance nothing to find', async () => {
    const { code, stdout } = await runCommand('conformance', 'server', '--json')
    const { summary, results } = JSON.parse(stdout)
    const findings = results.filter(({ finding }: { finding: boolean }) => finding)
    expect([code, summary.failed, findings]).toEqual([0, 0, []])
  })
})
