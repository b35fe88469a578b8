import { expect, it } from 'vitest'
import { createQueue } from '../../../src/page/static/inbox.js'

/** Work that waits to be let go, and what was begun so far. */
function startWork() {
  const begun: string[] = []
  const gates: (() => void)[] = []
  const work = (name: string) => async (signal: AbortSignal) => {
    begun.push(name)
    await new Promise<void>((resolve) => gates.push(resolve))
    if (signal.aborted) begun.push(`${name} dropped`)
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const letGo = async () => {
    gates.shift()?.()
    await settle()
  }
  return { begun, work, letGo }
}

it('runs one at a time, and of each kind that waits the last', async () => {
  const { begun, work, letGo } = startWork()
  const { run } = createQueue()
  void run('list', work('list 1'))
  void run('list', work('list 2'))
  void run('older', work('older 1'))
  void run('list', work('list 3'))
  expect(begun).toEqual(['list 1'])
  await letGo()
  await letGo()
  expect(begun).toEqual(['list 1', 'list 3', 'older 1'])
})

it('drops what runs and what waits, and goes on', async () => {
  const { begun, work, letGo } = startWork()
  const { run, drop } = createQueue()
  void run('list', work('list 1'))
  void run('older', work('older 1'))
  drop()
  void run('list', work('list 2'))
  await letGo()
  await letGo()
  expect(begun).toEqual(['list 1', 'list 1 dropped', 'list 2'])
})
