import { describe, it } from 'vitest'
import { faultyReceivers, judgeFaulty } from '../faulty/receivers.ts'

describe.concurrent('every check is right about a receiver that', () => {
  it.each(Object.entries(faultyReceivers))('%s', (name, fault) => judgeFaulty(name, fault))
})
