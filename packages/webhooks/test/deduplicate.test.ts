import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AcceptedDelivery,
  createMemoryDedupeStore,
  type DedupeStore,
  deduplicate,
  toEffectKey,
} from '../src/index.ts'
import { eventAtMs, returnedEvent } from './event-fixture.ts'

const delivery = (storageKey: string): AcceptedDelivery => ({
  body: new Uint8Array(),
  storageKey,
  receivedAtMs: eventAtMs,
  headers: [],
  notes: [],
  departures: [],
})

const graded = (status: string) => ({
  ...returnedEvent,
  submission: { ...returnedEvent.submission, status },
})

function open(store: DedupeStore = createMemoryDedupeStore()) {
  const stored: string[] = []
  const fail = new Set<string>()
  const onEvent = deduplicate(
    async (event, { storageKey }) => {
      await Promise.resolve()
      if (fail.delete(storageKey)) throw new Error('no room')
      stored.push(`${storageKey} ${event.submission.status}`)
    },
    { store, environment: 'staging' },
  )
  return { onEvent, stored, fail }
}

describe('D-005 deduplicate', () => {
  it('D-005 stores the same bytes once, even if 1,000 deliveries arrive at once', async () => {
    const { onEvent, stored } = open()
    const all = Array.from({ length: 1000 }, () => onEvent(returnedEvent, delivery('a')))
    const said = await Promise.all(all)
    expect(stored).toEqual(['a RETURNED'])
    expect(said.filter((one) => one !== 'duplicate')).toHaveLength(1)
  })

  it('D-005 stores one effect once, even in different bytes', async () => {
    const { onEvent, stored } = open()
    await onEvent(returnedEvent, delivery('a'))
    await expect(onEvent(returnedEvent, delivery('b'))).resolves.toBe('duplicate')
    await onEvent(graded('VISA_GRANTED'), delivery('c'))
    expect(stored).toEqual(['a RETURNED', 'c VISA_GRANTED'])
  })

  it('D-005 adds short keys to the store, and finds the long ones of earlier versions', async () => {
    const added: string[] = []
    const known = new Set<string>()
    const store: DedupeStore = {
      has: (keys) => keys.some((key) => known.has(key)),
      add: (keys) => added.push(...keys),
    }
    const { onEvent, stored } = open(store)
    const uuid = 'x'.repeat(9_000)
    const long = { ...returnedEvent, submission: { ...returnedEvent.submission, uuid } }
    await onEvent(long, delivery('a'))
    expect(added).toEqual(['a', expect.stringMatching(/^sha256:[0-9a-f]{64}$/)])
    for (const key of [added[1] ?? '', toEffectKey(long, 'staging')]) {
      known.clear()
      known.add(key)
      await expect(onEvent(long, delivery('b'))).resolves.toBe('duplicate')
    }
    expect(stored).toHaveLength(1)
  })

  it('D-005 lets the next delivery store what the first failed to store', async () => {
    const { onEvent, stored, fail } = open()
    fail.add('a')
    const [first, second, third] = await Promise.allSettled([
      onEvent(returnedEvent, delivery('a')),
      onEvent(returnedEvent, delivery('b')),
      onEvent(returnedEvent, delivery('c')),
    ])
    expect(first).toMatchObject({ status: 'rejected' })
    expect(stored).toEqual(['b RETURNED'])
    expect(second).toEqual({ status: 'fulfilled', value: undefined })
    expect(third).toEqual({ status: 'fulfilled', value: 'duplicate' })
  })

  it('D-005 stores an event again if its keys were not saved', async () => {
    const memory = createMemoryDedupeStore()
    let isDown = true
    const { onEvent, stored } = open({
      has: (keys) => memory.has(keys),
      add(keys) {
        if (isDown) throw new Error('down')
        return memory.add(keys)
      },
    })
    await expect(onEvent(returnedEvent, delivery('a'))).rejects.toThrow('down')
    isDown = false
    await onEvent(returnedEvent, delivery('a'))
    await expect(onEvent(returnedEvent, delivery('a'))).resolves.toBe('duplicate')
    expect(stored).toHaveLength(2)
  })
})

describe('D-005 the store in memory', () => {
  it('D-005 keeps the newest keys, never more than its bound', () => {
    const bound = fc.integer({ min: 2, max: 8 })
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), bound, (keys, maxKeys) => {
        const store = createMemoryDedupeStore({ maxKeys })
        for (const key of keys) {
          store.add([key])
          store.add([key])
        }
        expect(keys.filter((key) => store.has([key]))).toEqual(keys.slice(-maxKeys))
      }),
    )
  })

  it.each([0, 1, 1.5, Number.NaN, '3'])('D-005 refuses a bound of %s', (maxKeys) => {
    const build = () => createMemoryDedupeStore({ maxKeys: maxKeys as number })
    expect(build).toThrow(/^maxKeys is unusable\. Pass a whole number of 2 or more/)
  })
})
