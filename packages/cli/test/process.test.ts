import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createIo, runCli } from '../src/index.ts'
import { startProgress, toPlainJson, toPlainText } from '../src/terminal.ts'
import { main, runCommand, startCli } from './run.ts'
import { startServer } from './start-server.ts'

describe('standard output', () => {
  it('may be closed by a reader that has seen enough', () => {
    const command = `"${process.execPath}" --conditions=@partner-platform/source "${main}" examples | true; exit "\${PIPESTATUS[0]}"`
    const { status, stderr } = spawnSync('bash', ['-c', command])
    expect([status, stderr.toString()]).toEqual([0, ''])
  })

  it.each([
    ['a terminal', { isTty: true, env: {} }, true],
    ['a terminal and NO_COLOR', { isTty: true, env: { NO_COLOR: '1' } }, false],
    ['a terminal and an empty NO_COLOR', { isTty: true, env: { NO_COLOR: '' } }, true],
    ['a dumb terminal', { isTty: true, env: { TERM: 'dumb' } }, false],
    ['a file', { isTty: false, env: {} }, false],
  ])('has colours as fits %s', async (_, terminal, isColored) => {
    const url = await startServer((request, response) => {
      request.resume()
      response.end()
    })
    const { stdout } = await runCommand(['send', url, '--unsigned'], terminal)
    expect(stdout.includes('\u001b[32m✓')).toBe(isColored)
  })
})

describe('progress', () => {
  const wipe = '\r\u001b[K'
  const start = () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const written: string[] = []
    return { written, progress: startProgress((text) => written.push(text), 'one') }
  }

  it.each([
    ['is shown once the work took a second, and wiped at its end', 1_000, true],
    ['is not shown for what is quicker', 999, false],
  ])('%s', (_, workMs, isShown) => {
    const { written, progress } = start()
    vi.advanceTimersByTime(workMs)
    progress.tell('two')
    progress.clear()
    progress.stop()
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual(isShown ? [`${wipe}one`, `${wipe}two`, wipe, wipe] : [])
  })

  it('goes to standard error, and only if that is a terminal', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    for (const isTTY of [true, false]) {
      const written: string[] = []
      const stdout = { isTTY: true, write: () => expect.unreachable() }
      const io = createIo({
        env: {},
        stdout,
        stderr: { isTTY, write: (text) => written.push(text) },
      })
      const progress = io.progress('one')
      vi.advanceTimersByTime(1_000)
      progress.stop()
      expect(written).toEqual(isTTY ? [`${wipe}one`, wipe] : [])
    }
  })
})

describe('untrusted text', () => {
  it.each([
    ['\u001b[31m', '\\u001b[31m'],
    ['a\u009bb', 'a\\u009bb'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['\r\n\t\u0000', '\\u000d\\u000a\\u0009\\u0000'],
    ['\u2028\u2029\ufeff', '\\u2028\\u2029\\ufeff'],
    ['\ud83d', '\\ud83d'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['Zoë 👩\u200d👧 नमस्ते فارسی\u200c', 'Zoë 👩\u200d👧 नमस्ते فارسی\u200c'],
  ])('%j is shown as %j', (text, shown) => {
    expect(toPlainText(text)).toBe(shown)
    expect(JSON.parse(toPlainJson({ text }))).toEqual({ text })
  })
})

it('a fault that nobody catches is one line and 2 as well', async () => {
  const fault = "data:text/javascript,setTimeout(() => { throw new RangeError('broken') })"
  const env = { NODE_OPTIONS: `--import "${fault}"` }
  const { code, stderr } = await startCli(['listen', '--port', '0', '--verification', 'off'], env)
    .ended
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^(Verification is off.*\n)?The command itself failed\. Please report this: RangeError: broken\n$/,
  )
})

it('a fault of the command itself is one line and 2', async () => {
  const written: string[] = []
  const quiet = { write: () => {} }
  const io = createIo({ env: {}, stdout: quiet, stderr: { write: (text) => written.push(text) } })
  const broken = {
    ...io,
    get env(): never {
      throw new RangeError('broken')
    },
  }
  expect(await runCli(['countries'], broken)).toBe(2)
  expect(written).toEqual(['The command itself failed. Please report this: RangeError: broken\n'])
})

it.each([
  ['a file of secrets', ['send', 'http://127.0.0.1:9', '--secret-file']],
  ['a saved request', ['verify']],
  ['a check', ['conformance', 'receiver', 'http://127.0.0.1:9', '--unsigned', '--only']],
])('I10 a secret in the place of %s is not shown', async (_, args) => {
  for (const secret of ['whsec_Y2FuYXJ5/canary+canary==', 'ppk_dev_canarycanary']) {
    const { code, stdout, stderr } = await runCommand([...args, secret, '--json'])
    expect(code).toBe(2)
    expect(stdout + stderr).not.toMatch(/canary|Y2Fu/i)
    expect(JSON.parse(stdout).error.message).toContain('[secret]')
  }
})
