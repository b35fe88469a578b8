import { getEventListeners } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTargetGuard } from '../../src/deliver/guard/create-target-guard.ts'
import { postWebhook, type WebhookPost } from '../../src/deliver/post-webhook.ts'
import { toPost } from './post-to.ts'
import { closedAfter, startRawEndpoint } from './raw-endpoint.ts'

const rounds = 125
const resources = () =>
  process.getActiveResourcesInfo().filter((name) => /Timeout|TCP|TLS|Pipe|GetAddr|DNS/i.test(name))

/** Gives handles some turns of the event loop to close. */
async function untilAtMost(count: number) {
  for (let turn = 0; turn < 100 && resources().length > count; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a thousand attempts', () => {
  it('leave no socket, timer or listener behind, whatever their outcome', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const endpoint = await startRawEndpoint((socket, request) => {
      const [, path = ''] = request.split(' ')
      if (path === '/hang') return
      if (path === '/reset') socket.resetAndDestroy()
      else if (path === '/cut') socket.end('HTTP/1.1 200 X\r\ncontent-length: 9\r\n\r\na')
      else socket.end(`HTTP/1.1 ${path.slice(1)} X\r\ncontent-length: 2\r\n\r\nok`)
    })
    const { signal } = new AbortController()
    // One signal for all of them, as in a server.
    const listeners = vi.spyOn(signal, 'addEventListener')
    const local = `http://127.0.0.1:${endpoint.port}`
    const resolving = createTargetGuard({ resolve: async () => ['10.0.0.1'] })
    const silent = createTargetGuard({ resolve: () => new Promise(() => {}) })
    const kinds: [outcome: string, post: WebhookPost][] = [
      ['accepted', toPost(`${local}/200`, { signal })],
      ['refused', toPost(`${local}/500`, { signal })],
      ['redirected', toPost(`${local}/307`, { signal })],
      ['broken', toPost(`${local}/reset`, { signal })],
      ['broken', toPost(`${local}/cut`, { signal })],
      ['timed-out', toPost(`${local}/hang`, { signal, attemptTimeoutMs: 250 })],
      ['blocked', toPost('https://partner.example/', { signal, guard: resolving })],
      [
        'unresolved',
        toPost('https://partner.example/', { signal, guard: silent, connectTimeoutMs: 20 }),
      ],
    ]
    const before = resources().length
    const sockets: ReturnType<typeof connect>[] = []
    for (let round = 0; round < rounds; round += 25) {
      const posts = Array.from({ length: 25 }, () => kinds).flat()
      const ended = await Promise.all(
        posts.map(([, post]) =>
          postWebhook({
            ...post,
            connect(to) {
              const socket = connect(to)
              sockets.push(socket)
              return socket
            },
          }),
        ),
      )
      expect(ended.map(({ outcome }) => outcome)).toEqual(posts.map(([outcome]) => outcome))
    }
    // Six of the eight kinds connect, each time anew.
    expect(endpoint.connections).toBe(6 * rounds)
    expect(sockets).toHaveLength(6 * rounds)
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true)
    await closedAfter(endpoint, 6 * rounds)
    await untilAtMost(before)
    expect(resources().length).toBeLessThanOrEqual(before)
    expect(listeners).toHaveBeenCalledTimes(8 * rounds)
    expect(getEventListeners(signal, 'abort')).toEqual([])
    expect(warnings).toEqual([])
  })

  it('the same count finds a leak', async () => {
    const endpoint = await startRawEndpoint(() => {})
    const before = resources().length
    const sockets = Array.from({ length: 5 }, () => connect(endpoint.port, '127.0.0.1'))
    const timer = setTimeout(() => {}, 60_000)
    await untilAtMost(before)
    expect(resources().length).toBeGreaterThan(before)
    for (const socket of sockets) socket.destroy()
    clearTimeout(timer)
  })
})
