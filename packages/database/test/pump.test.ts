import { describe, expect, it } from 'vitest'
import { createPump } from '../src/index.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A queue of jobs that end when they are told to. */
function createQueue(waiting: string[]) {
  const running = new Map<string, () => void>()
  return {
    waiting,
    running,
    pollMs: 60_000,
    onError() {},
    async take(count: number) {
      const jobs = waiting.splice(0, count)
      return { jobs, isLimited: jobs.length === count }
    },
    run: (job: string) => new Promise<void>((resolve) => running.set(job, resolve)),
    end(job: string) {
      running.get(job)?.()
      running.delete(job)
    },
  }
}

describe('createPump', () => {
  it('works on as many jobs as it has slots, and takes the next when one is free', async () => {
    const queue = createQueue(['a', 'b', 'c'])
    const pump = createPump({ ...queue, slots: 2 })
    await turn()
    expect([...queue.running.keys()]).toEqual(['a', 'b'])
    queue.end('a')
    await expect.poll(() => [...queue.running.keys()]).toEqual(['b', 'c'])
    queue.end('b')
    queue.end('c')
    await pump.stop()
    expect(pump.inFlight).toBe(0)
  })

  it('takes again a little later if a take was not limited', async () => {
    const queue = createQueue(['a'])
    let takes = 0
    const take = (count: number) => {
      takes += 1
      return queue.take(count)
    }
    const pump = createPump({ ...queue, take, slots: 2 })
    for (let turns = 0; turns < 10; turns++) await turn()
    expect(takes).toBe(1)
    await expect.poll(() => takes).toBe(2)
    queue.end('a')
    await pump.stop()
  })

  it('starts the jobs it took before it takes more', async () => {
    const queue = createQueue(['a'])
    const looking = Promise.withResolvers<{ jobs: string[]; isLimited: boolean }>()
    let takes = 0
    const take = (count: number) => (++takes === 1 ? queue.take(count) : looking.promise)
    const pump = createPump({ ...queue, take, slots: 2 })
    await expect.poll(() => takes).toBe(2)
    expect([...queue.running.keys()]).toEqual(['a'])
    looking.resolve({ jobs: [], isLimited: false })
    queue.end('a')
    await pump.stop()
  })

  it('takes at once when woken, long before its next poll', async () => {
    const queue = createQueue([])
    const pump = createPump({ ...queue, slots: 1 })
    await turn()
    queue.waiting.push('a')
    pump.wake()
    await expect.poll(() => queue.running.has('a')).toBe(true)
    queue.end('a')
    await pump.stop()
  })

  it('continues after a failed take and a failed job', async () => {
    const errors: unknown[] = []
    let takes = 0
    const pump = createPump<string>({
      async take() {
        takes += 1
        if (takes === 1) throw new Error('take')
        return { jobs: takes === 2 ? ['a'] : [], isLimited: false }
      },
      run: async () => {
        throw new Error('run')
      },
      slots: 1,
      pollMs: 1,
      onError: (error) => errors.push(error),
    })
    await expect.poll(() => takes).toBeGreaterThan(2)
    await pump.stop()
    expect(errors).toEqual([new Error('take'), new Error('run')])
  })

  it('takes no more jobs once it stops, and waits for those in flight', async () => {
    const queue = createQueue(['a', 'b'])
    const pump = createPump({ ...queue, slots: 1, pollMs: 1 })
    await turn()
    let isStopped = false
    const stopping = pump.stop().then(() => {
      isStopped = true
    })
    await turn()
    expect(isStopped).toBe(false)
    queue.end('a')
    await stopping
    expect([isStopped, queue.waiting]).toEqual([true, ['b']])
  })
})
