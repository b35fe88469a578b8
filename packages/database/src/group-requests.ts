import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<Request, Reply> = {
  request: Request
  resolve(answer: Reply): void
  reject(error: unknown): void
}

export type GroupOptions<Request, Reply> = {
  /**
   * Answers a group, in order. `take` returns its requests; the later it is called, the more of them share the
   * group. If `send` rejects, so does every request of the group.
   */
  send(take: () => readonly Request[]): Promise<readonly Reply[]>
  /** Maximum requests in one group. */
  most: number
  /** Whether to retry the requests of a group one by one after this error. @default never */
  isolates?(error: unknown): boolean
  /** Whether this error also rejects the requests that wait for the next group. @default never */
  failsAll?(error: unknown): boolean
}

/**
 * Sends requests in groups, one group at a time: requests that arrive meanwhile form the next group and
 * share its round trip. A group leaves at the next turn of the event loop, so that it includes requests
 * that arrived together on several connections. Later ones join it until `take` is called, for example when a
 * transaction begins. A lone request waits for no other.
 */
export function groupRequests<Request, Reply>({
  send,
  most,
  isolates = () => false,
  failsAll = () => false,
}: GroupOptions<Request, Reply>): (request: Request) => Promise<Reply> {
  const waiting: Waiting<Request, Reply>[] = []
  let isUnderWay = false

  const sendNext = async () => {
    const firstCount = waiting.length
    let taken: Waiting<Request, Reply>[] | undefined
    const takeGroup = (count = most) => {
      taken ??= waiting.splice(0, Math.min(count, most))
      return taken
    }
    try {
      const answers = await send(() => takeGroup().map(({ request }) => request))
      takeGroup().forEach(({ resolve }, index) => {
        resolve(answers[index] as Reply)
      })
    } catch (error) {
      // If it failed before it took them, those that arrived in the meantime are not concerned.
      const group = takeGroup(firstCount)
      if (group.length > 1 && isolates(error)) await sendAlone(group)
      else {
        const others = failsAll(error) ? waiting.splice(0) : []
        for (const { reject } of [...group, ...others]) reject(error)
      }
    }
  }
  const sendAlone = async (group: readonly Waiting<Request, Reply>[]) => {
    for (const { request, resolve, reject } of group) {
      await send(() => [request]).then(([answer]) => resolve(answer as Reply), reject)
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
