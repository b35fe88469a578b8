import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startApp } from '../src/testing/index.ts'

const start = (oddity: string, ...args: string[]) =>
  startApp({ file: join(import.meta.dirname, 'odd-app.ts'), env: { ODDITY: oddity }, args })

describe('an app that is told to stop', () => {
  it('is ended with 1 if it does not stop in time', async () => {
    const { child, ready, ended } = start('never-stops')
    await ready
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({
      code: 1,
      stderr: 'Stopping took too long, so unfinished work was aborted.\n',
    })
  })

  it('F5 finishes work in flight, whatever signals follow', async () => {
    const signals: [NodeJS.Signals, NodeJS.Signals][] = [
      ['SIGINT', 'SIGTERM'],
      ['SIGTERM', 'SIGINT'],
    ]
    const ends = signals.map(async ([one, next]) => {
      const { child, ready, says, ended } = start('stops-slowly')
      await ready
      child.kill(one)
      const { input } = await says(/stopping/)
      for (let time = 0; time < 3; time++) child.kill(next)
      expect(input).not.toContain('stopped')
      return ended
    })
    const stopped = { code: 0, stdout: expect.stringContaining('stopped'), stderr: '' }
    expect(await Promise.all(ends)).toMatchObject(signals.map(() => stopped))
  })
})

describe('an app that does not start', () => {
  it('ends even if something of it still runs', async () => {
    const { ended } = start('never-starts')
    expect(await ended).toEqual({ code: 1, stdout: '', stderr: 'It is broken.\n' })
  })

  it('ends with its exit code and its message', async () => {
    expect(await start('stops-slowly', '--canary').ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'odd takes no argument except --help. Settings are environment variables.\n',
    })
  })
})
