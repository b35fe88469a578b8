import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { runProcess, until } from '@partner-platform/settings/testing'
import { describe, it } from 'vitest'
import { runShow } from '../../src/show/run-show.ts'
import { showDefaults } from '../../src/show/show-options.ts'

const file = join(import.meta.dirname, '../../src/show.ts')
const timeout = 180_000

/** Whether a process is there and is more than an entry that nobody has taken note of yet. */
function isRunning(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    return !state.startsWith('Z')
  } catch {
    return false
  }
}

// The first waits for leases most of the time.
describe.concurrent('show and soak', () => {
  it('F3 I1 I5 I7 the show keeps every promise while one process of each role is killed', {
    timeout,
  }, async ({ expect, onTestFinished }) => {
    const opened = new AsyncDisposableStack()
    onTestFinished(() => opened.disposeAsync())
    const said: string[] = []
    const options = {
      ...showDefaults,
      loadSeconds: 4,
      killAfterSeconds: 1,
      laneCount: 3,
      partyCount: 4,
      keyCount: 2,
      quota: 20,
      windowSeconds: 2,
    }
    const figures = await runShow(options, { say: (line) => said.push(line), opened })
    expect(figures.filter(({ ok }) => !ok)).toEqual([])
    expect(said.filter((line) => /^(api|worker) is running/.test(line))).toHaveLength(5)
    expect(said.some((line) => line.endsWith('with SIGKILL'))).toBe(true)
  })

  it('the show leaves no process behind when it is interrupted', { timeout }, async ({
    expect,
    onTestFinished,
  }) => {
    const show = runProcess({ file })
    onTestFinished(() => void show.signal('SIGKILL'))
    await show.says(/(\(process \d+\)[\s\S]*){6}/)
    const pids = [...show.output.matchAll(/\(process (\d+)\)/g)].map(([, pid]) => Number(pid))
    expect(pids).toHaveLength(6)
    expect(pids.filter(isRunning)).toEqual(pids)
    show.signal('SIGINT')
    expect(await show.ended).toEqual({ code: 130, signal: null })
    await until(() => !pids.some(isRunning), { what: 'the end of every process' })
  })

  it('I1 the soak says what it did, and ends with 0', { timeout }, async ({ expect }) => {
    const main = join(import.meta.dirname, '../../src/soak.ts')
    const nothingElse = ['--burst', '0', '--events', '0', '--scale', '0']
    const args = ['--cycles', '1', '--store', 'embedded', '--seed', '7', ...nothingElse]
    const soak = runProcess({ file: main, args })
    expect((await soak.ended).code).toBe(0)
    expect(soak.output).toContain('seed 7')
    expect(soak.output).toMatch(/✓ +SIGKILL cycles of the sender +1: \d+ events accepted, 0 lost, /)
    expect(soak.output).toMatch(/✓ +SIGKILL cycles of the receiver +1: \d+ deliveries .+, 0 lost, /)
  })
})
