import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createTargetGuard } from '../../../src/deliver/guard/create-target-guard.ts'
import type { ResolveHost } from '../../../src/deliver/guard/resolve-host.ts'
import type { Connect } from '../../../src/deliver/open-connection.ts'
import { type Attempt, postWebhook } from '../../../src/deliver/post-webhook.ts'
import { blindSender, type Sender, trustingSender } from '../mutants.ts'
import { toPost } from '../post-to.ts'
import { closedAfter, type RawEndpoint, startRawEndpoint } from '../raw-endpoint.ts'
import { readAddresses } from './read-table.ts'

const publicAddress = '93.184.215.14'
const url = 'https://partner.example/hook'

/** Answers each query with the next item of the list, and counts the queries. */
const answering = (...answers: string[][]) => {
  const state = { asked: 0 }
  const resolve: ResolveHost = async () => answers[state.asked++] ?? []
  return { state, resolve }
}

/** A fake network: reaches no public address, and records every dialled one. */
const startNetwork = async ({ leadsTo }: { leadsTo?: string } = {}) => {
  const endpoint = await startRawEndpoint(() => {}, {
    host: '::',
    // It does not speak TLS, and closes after the first bytes.
    onConnect: (socket) => socket.once('data', () => socket.destroy()),
  })
  const dialled: string[] = []
  const dial: Connect = ({ host }) => {
    dialled.push(host)
    // Dials the requested address, but the port of the listener.
    return connect({ host: leadsTo ?? host, port: endpoint.port })
  }
  return { endpoint, dialled, dial }
}

type Given = { resolve: ResolveHost; connect: Connect; connectTimeoutMs?: number }
const attemptAt = (given: Given, sender: Sender = postWebhook): Promise<Attempt> => {
  const { resolve, ...rest } = given
  const guard = createTargetGuard({ resolve })
  return sender(toPost(url, { guard, environment: 'production', ...rest }))
}

const sawNothing = { connections: 0, receivedBytes: 0 } satisfies Partial<RawEndpoint>

describe('a name that changes', () => {
  it('F10 is caught between check and connection, before any byte is written', async () => {
    const { endpoint, dialled, dial } = await startNetwork({ leadsTo: '127.0.0.1' })
    const { state, resolve } = answering([publicAddress], ['127.0.0.1'])
    const attempt = await attemptAt({ resolve, connect: dial })
    // The fault landed: the dialled address was public, but led to loopback.
    expect(dialled).toEqual([publicAddress])
    await closedAfter(endpoint, 1)
    expect(attempt).toMatchObject({ outcome: 'blocked', status: null })
    expect(endpoint.receivedBytes).toBe(0)
    // It was resolved only once.
    expect(state.asked).toBe(1)
    // The mutant without the check after connecting greets the loopback address.
    const again = answering([publicAddress])
    await attemptAt({ resolve: again.resolve, connect: dial }, blindSender)
    expect(endpoint.receivedBytes).toBeGreaterThan(0)
  })

  it('F10 is caught at the next attempt, because addresses are not cached', async () => {
    const { endpoint, dialled, dial } = await startNetwork({ leadsTo: '127.0.0.1' })
    const { state, resolve } = answering([publicAddress], ['127.0.0.1'], ['::1'])
    await attemptAt({ resolve, connect: dial })
    expect(dialled).toEqual([publicAddress])
    await closedAfter(endpoint, 1)
    for (const next of ['second', 'third']) {
      const attempt = await attemptAt({ resolve, connect: dial })
      expect(attempt, next).toMatchObject({ outcome: 'blocked', status: null })
    }
    expect(state.asked).toBe(3)
    expect(dialled).toEqual([publicAddress])
    expect(endpoint.connections).toBe(1)
  })
})

describe('a name without an address', () => {
  it.each<[string, ResolveHost]>([
    ['there is no such name', () => Promise.reject(new Error('ENOTFOUND'))],
    ['it has no address', async () => []],
    [
      'the resolver is broken',
      () => {
        throw new Error('broken')
      },
    ],
  ])('F10 is unresolved if %s', async (_says, fails) => {
    const { endpoint, dialled, dial } = await startNetwork()
    let asked = 0
    const resolve: ResolveHost = (...given) => {
      asked += 1
      return fails(...given)
    }
    const attempt = await attemptAt({ resolve, connect: dial })
    expect(attempt).toMatchObject({ outcome: 'unresolved', status: null })
    expect(asked).toBe(1)
    expect(dialled).toEqual([])
    expect(endpoint).toMatchObject(sawNothing)
  })

  it('F10 is unresolved if it takes longer than the time to connect', async () => {
    const { dialled, dial } = await startNetwork()
    const heard: boolean[] = []
    let late: (addresses: string[]) => void = () => {}
    const resolve: ResolveHost = (_name, signal) => {
      signal.addEventListener('abort', () => heard.push(signal.aborted))
      return new Promise((settle) => {
        late = settle
      })
    }
    const attempt = await attemptAt({ resolve, connect: dial, connectTimeoutMs: 60 })
    expect(attempt).toMatchObject({ outcome: 'unresolved', status: null })
    expect(attempt.durationMs).toBeGreaterThanOrEqual(50)
    expect(attempt.durationMs).toBeLessThan(1_500)
    expect(heard).toEqual([true])
    // A late answer is not used.
    late(['127.0.0.1'])
    await new Promise((settle) => setImmediate(settle))
    expect(dialled).toEqual([])
  })
})

describe('special addresses', () => {
  const { special } = readAddresses()
  /** Special addresses that reach a listener of this machine. */
  const reachable = ['127.0.0.1', '127.1.2.3', '0.0.0.0', '::1', '::', '::ffff:7f00:1']

  it('I9 are never dialled, whichever one a name has', async () => {
    const { endpoint, dialled, dial } = await startNetwork()
    let asked = 0
    for (const address of [...special, ...reachable]) {
      const resolve: ResolveHost = async () => {
        asked += 1
        return [address]
      }
      const attempt = await attemptAt({ resolve, connect: dial })
      expect(attempt, address).toMatchObject({ outcome: 'blocked', status: null })
    }
    expect(asked).toBe(special.length + reachable.length)
    expect(dialled).toEqual([])
    expect(endpoint).toMatchObject(sawNothing)
  })

  it.each(reachable)(
    'I9 finds the mutant without a guard: it reaches the listener at %s',
    async (address) => {
      const { endpoint, dial } = await startNetwork()
      const { resolve } = answering([address])
      const host = address.includes(':') ? `[${address}]` : address
      await attemptAt({ resolve, connect: dial }, trustingSender([host]))
      expect(endpoint.connections).toBe(1)
      expect(endpoint.receivedBytes).toBeGreaterThan(0)
    },
  )
})
