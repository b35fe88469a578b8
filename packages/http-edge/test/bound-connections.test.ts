import { createServer, type RequestListener, type Server } from 'node:http'
import { BlockList, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { boundConnections } from '../src/bound-connections.ts'
import { bounds, type Given, head, type Opened, startCrowded } from './start-crowded.ts'

const { connections } = bounds
const [one, other] = ['127.0.0.2', '127.0.0.3']
const noProxies = new BlockList()
const gone = (opened: Opened) => opened.map(({ isGone }) => isGone())

describe('a server whose every connection is silent', () => {
  const fill = async (given?: Given) => {
    const { openMany, ask } = await startCrowded(given)
    const silent = [
      ...(await openMany(3)),
      ...(await openMany(3, one)),
      ...(await openMany(2, other)),
    ]
    return { silent, ask }
  }

  it('F27 answers callers that send, each in place of the longest silent connection', async () => {
    const { silent, ask } = await fill()
    expect([await ask(), await ask(one), await ask('127.0.0.4')]).toEqual(['200', '200', '200'])
    await silent[0]?.closed
    expect(gone(silent)).toEqual([true, ...Array(7).fill(false)])
  })

  it('F27 finds the mutant that turns newcomers away', async () => {
    const spoil = (server: Server) => {
      server.maxConnections = connections
    }
    const { silent, ask } = await fill({ spoil, limits: { connections: 1_000 } })
    expect([await ask(), gone(silent)]).toEqual(['', Array(8).fill(false)])
  })

  it('counts a connection between two requests as silent since its answer', async () => {
    const { openMany, open, ask } = await startCrowded()
    const early = await open('127.0.0.1', `${head}\r\n`)
    await expect.poll(early.received).toContain('200')
    const silent = await openMany(connections - 1)
    early.socket.write(`${head}\r\n`)
    await expect.poll(() => early.received().match(/200/g)).toHaveLength(2)
    await ask()
    await silent[0]?.closed
    expect([early.isGone(), ...gone(silent.slice(1))]).toEqual(Array(7).fill(false))
  })
})

describe('a connection whose request waits for its answer', () => {
  const countAnswered = async (given?: Given) => {
    const { hold, held, openMany } = await startCrowded(given)
    const waiting = await hold(4)
    await openMany(40, one)
    for (const response of held) response.end('late')
    await expect.poll(() => waiting.filter((it) => it.isGone() || it.received()).length).toBe(4)
    return waiting.filter(({ received }) => received().includes('200')).length
  }

  it('F27 is never dropped', async () => {
    expect(await countAnswered()).toBe(4)
  })

  it('F27 finds the mutant that ignores waiting requests', async () => {
    const create = (listener: RequestListener) => {
      const server = createServer(listener)
      boundConnections(server, { ...bounds, proxies: noProxies })
      return server
    }
    expect(await countAnswered({ create })).toBe(0)
  })

  it('keeps newcomers out if all connections wait, until it has its answer', async () => {
    const { hold, held, ask } = await startCrowded()
    const waiting = await hold(connections)
    expect(await ask()).toBe('')
    held[0]?.end('late')
    await expect.poll(() => waiting[0]?.received()).toContain('200')
    expect(await ask()).toBe('200')
    expect(gone(waiting.slice(1))).toEqual(Array(7).fill(false))
  })

  it('F27 makes room while its request is incomplete, the oldest first', async () => {
    const { open, openMany, held, heldCall } = await startCrowded()
    const whole = await open('127.0.0.1', heldCall)
    const body = heldCall
      .replace('GET', 'POST')
      .replace('\r\n\r\n', '\r\nContent-Length: 5\r\n\r\n')
    const cut = await openMany(7, '127.0.0.1', body)
    await expect.poll(() => held.length).toBe(8)
    const newcomer = await open('127.0.0.1', `${head}\r\n`)
    await expect.poll(newcomer.received).toContain('ok')
    expect([whole, ...cut].map(({ isGone }) => isGone())).toEqual([
      ...[false, true],
      ...Array(6).fill(false),
    ])
  })

  it('is kept while one of several requests on it waits', async () => {
    const { open, openMany, held, heldCall } = await startCrowded()
    const waiting = await open('127.0.0.1', heldCall + heldCall)
    await expect.poll(() => held.length).toBe(2)
    held[0]?.end('first')
    await expect.poll(waiting.received).toContain('first')
    await openMany(20, one)
    held[1]?.end('second')
    await expect.poll(waiting.received).toContain('second')
  })
})

describe('a caller that sends its request slowly', () => {
  const bytesReadOf = (socket: Socket) => Reflect.get(Socket.prototype, 'bytesRead', socket)
  const finish = async (given?: Given) => {
    const { open, openMany, ask } = await startCrowded(given)
    const slow = await open(one, head)
    await openMany(connections - 1, other)
    for (let lines = 1; lines <= 20 && !slow.isGone(); lines++) {
      slow.socket.write('a: b\r\n')
      const arrived = head.length + lines * 'a: b\r\n'.length
      await expect
        .poll(() => slow.isGone() || bytesReadOf(slow.serverSocket) === arrived)
        .toBe(true)
      expect(await ask()).toBe('200')
      await openMany(1, other)
    }
    slow.socket.write('\r\n')
    await expect.poll(() => slow.isGone() || slow.received()).toBeTruthy()
    return slow.received().slice(9, 12)
  }

  it('F27 is not dropped while others are silent', async () => {
    expect(await finish()).toBe('200')
  })

  it('F27 finds the mutant that ignores the bytes sent', async () => {
    const spoil = (server: Server) => {
      server.prependListener('connection', (socket: Socket) => {
        Object.defineProperty(socket, 'bytesRead', { value: 0 })
      })
    }
    expect(await finish({ spoil })).toBe('')
  })

  it('is dropped in its turn if all are as slow, so that others get in', async () => {
    const { openMany, ask } = await startCrowded()
    const slow = await openMany(connections, one, head)
    await expect.poll(() => slow.every((it) => it.serverSocket.bytesRead > 0)).toBe(true)
    expect(await ask()).toBe('200')
    await slow[0]?.closed
    expect(gone(slow.slice(1))).toEqual(Array(7).fill(false))
  })
})

describe('connections of one address', () => {
  const limits = { connectionsPerAddress: 2 }

  it('F27 are limited: the longest silent of that address makes room, none of another', async () => {
    const { openMany } = await startCrowded({ limits, proxies: noProxies })
    const others = await openMany(2, other)
    const own = await openMany(5, one)
    await Promise.all(own.slice(0, 3).map(({ closed }) => closed))
    expect([gone(others), gone(own)]).toEqual([
      [false, false],
      [true, true, true, false, false],
    ])
  })

  it('F27 are dropped if all before them wait for answers, and those of others are not', async () => {
    const { hold, ask, held } = await startCrowded({ limits, proxies: noProxies })
    await hold(2, one)
    expect([await ask(one), await ask(other)]).toEqual(['', '200'])
    held[0]?.end()
    await expect.poll(() => ask(one)).toBe('200')
  })

  it('F27 finds the mutant without a limit per address', async () => {
    const { hold, ask } = await startCrowded({ proxies: noProxies })
    await hold(8, one)
    expect(await ask(other)).toBe('')
  })

  it('are not limited for a proxy', async () => {
    const proxies = new BlockList()
    proxies.addAddress(one)
    const { hold, ask } = await startCrowded({ limits, proxies })
    await hold(6, one)
    expect([await ask(one), await ask(other)]).toEqual(['200', '200'])
  })

  it('are not limited for this machine, unless another list is given', async () => {
    const { hold, ask } = await startCrowded({ limits })
    await hold(6, one)
    expect(await ask(one)).toBe('200')
  })
})
