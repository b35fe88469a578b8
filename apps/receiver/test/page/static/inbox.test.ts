import { expect, it } from 'vitest'
import type { EntrySummary } from '../../../src/index.ts'
import { createQueue, mergeNewest } from '../../../src/page/static/inbox.js'

/** A part of the list from one entry down to another. */
const part = (from: number, to: number, next: string | null) => ({
  entries: Array.from({ length: from - to + 1 }, (_, at) => {
    return { id: String(from - at) } as EntrySummary
  }),
  next,
})

it.each([
  [
    'are put before loaded ones',
    part(150, 101, '101'),
    part(152, 103, '103'),
    part(152, 101, '101'),
  ],
  ['replace them after a gap', part(150, 101, '101'), part(999, 950, '950'), part(999, 950, '950')],
  ['are the whole list', part(150, 101, null), part(152, 140, null), part(152, 140, null)],
  ['may be none', part(150, 101, null), part(0, 1, null), part(0, 1, null)],
  [
    'drop the oldest of 1,000',
    part(2000, 1001, null),
    part(2010, 1811, '1811'),
    part(2010, 1011, '1011'),
  ],
])('the newest entries %s', (_, shown, answer, merged) => {
  expect(mergeNewest(shown, answer)).toEqual(merged)
})

/** Work that waits for permission, and what has begun so far. */
function startWork() {
  const begun: string[] = []
  const gates: (() => void)[] = []
  const work = (name: string) => async (signal: AbortSignal) => {
    begun.push(name)
    await new Promise<void>((resolve) => gates.push(resolve))
    if (signal.aborted) begun.push(`${name} dropped`)
  }
  const letGo = async () => {
    gates.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, letGo }
}

it('the queue runs one at a time, and the last of each kind that waits', async () => {
  const { begun, work, letGo } = startWork()
  const { run } = createQueue()
  for (const name of ['list 1', 'list 2', 'older 1', 'list 3']) {
    void run(name.split(' ')[0] ?? '', work(name))
  }
  expect(begun).toEqual(['list 1'])
  await letGo()
  await letGo()
  expect(begun).toEqual(['list 1', 'list 3', 'older 1'])
})

it('the queue drops everything and continues', async () => {
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
