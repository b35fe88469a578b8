import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<Request, Reply> = {
  request: Request
  resolve(answer: Reply): void
  reject(error: unknown): void
}

export type GroupOptions<Request, Reply> = {
  /** Answers a group, in its order. Where it rejects, every caller of the group hears it. */
  send(requests: readonly Request[]): Promise<readonly Reply[]>
  /** Requests that go in one group. */
  most: number
  /** Whether a group that failed with this error goes again one by one. @default never */
  isolates?(error: unknown): boolean
  /**
   * Whether who waits for the next group hears this error at once, instead of after a group of their
   * own that fails as well. @default never
   */
  failsAll?(error: unknown): boolean
}

/**
 * Sends requests in groups: one group is under way at a time, and what comes meanwhile goes with the
 * next, so that a round trip costs the same however many wait for it. A group leaves when the event loop
 * turns: what came in with its first request, on other connections, is in it. A lone request waits for
 * nobody else.
 */
export function groupRequests<Request, Reply>({
  send,
  most,
  isolates = () => false,
  failsAll = () => false,
}: GroupOptions<Request, Reply>): (request: Request) => Promise<Reply> {
  let waiting: Waiting<Request, Reply>[] = []
  let isUnderWay = false

  const sendNext = async () => {
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    try {
      const answers = await send(group.map(({ request }) => request))
      group.forEach(({ resolve }, index) => {
        resolve(answers[index] as Reply)
      })
    } catch (error) {
      if (group.length > 1 && isolates(error)) await sendAlone(group)
      else {
        const others = failsAll(error) ? waiting.splice(0) : []
        for (const { reject } of [...group, ...others]) reject(error)
      }
    }
  }
  const sendAlone = async (group: readonly Waiting<Request, Reply>[]) => {
    for (const { request, resolve, reject } of group) {
      await send([request]).then(([answer]) => resolve(answer as Reply), reject)
    }
  }
  const sendAll = async () => {
    isUnderWay = true
    while (waiting.length > 0) {
      await nextTurn()
      await sendNext()
    }
    isUnderWay = false
  }
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      if (!isUnderWay) void sendAll()
    })
}
