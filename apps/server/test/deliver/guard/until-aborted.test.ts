import { describe, expect, it, vi } from 'vitest'
import { untilAborted } from '../../../src/deliver/guard/until-aborted.ts'

const never = () => new Promise<string>(() => {})

describe('untilAborted', () => {
  it('gives what the work gives', async () => {
    const { signal } = new AbortController()
    await expect(untilAborted(Promise.resolve('done'), signal)).resolves.toBe('done')
    await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow(
      'failed',
    )
  })

  it('F10 stops to wait when the signal aborts, and where it has before', async () => {
    const controller = new AbortController()
    const waiting = untilAborted(never(), controller.signal)
    controller.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    await expect(untilAborted(never(), controller.signal)).rejects.toThrow('over')
  })

  it('F10 does not mind work that fails after nobody waits for it', async () => {
    const controller = new AbortController()
    const work = Promise.withResolvers<string>()
    const waiting = untilAborted(work.promise, controller.signal)
    controller.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    work.reject(new Error('too late'))
    await new Promise((resolve) => setImmediate(resolve))
  })

  it('leaves nothing on the signal', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await untilAborted(Promise.resolve('done'), signal)
    await vi.waitFor(() => expect(removed).toHaveBeenCalledTimes(1))
    expect(removed.mock.calls[0]?.[1]).toBe(added.mock.calls[0]?.[1])
  })
})
