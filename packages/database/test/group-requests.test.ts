import { describe, expect, it } from 'vitest'
import { groupRequests } from '../src/index.ts'

/** A sender that answers when it is told to, and what it was sent. */
function createSender() {
  const groups: { requests: readonly string[]; answer(): void; fail(error: Error): void }[] = []
  const send = (requests: readonly string[]) => {
    const sent = Promise.withResolvers<string[]>()
    const answer = () => sent.resolve(requests.map((request) => request.toUpperCase()))
    groups.push({ requests, answer, fail: sent.reject })
    return sent.promise
  }
  return { groups, send }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('groupRequests', () => {
  it('sends a lone request when the loop turns, and later ones in one group', async () => {
    const { groups, send } = createSender()
    const ask = groupRequests({ send, most: 10 })
    const answers = [ask('a')]
    await turn()
    answers.push(ask('b'), ask('c'))
    await turn()
    expect(groups.map(({ requests }) => requests)).toEqual([['a']])
    groups[0]?.answer()
    await turn()
    await turn()
    expect(groups.map(({ requests }) => requests)).toEqual([['a'], ['b', 'c']])
    groups[1]?.answer()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  it('sends the requests of one turn of the event loop in one group', async () => {
    const { groups, send } = createSender()
    const ask = groupRequests({ send, most: 10 })
    void ask('a')
    await Promise.resolve()
    void ask('b')
    await turn()
    expect(groups.map(({ requests }) => requests)).toEqual([['a', 'b']])
  })

  it('sends no more than its most in one group', async () => {
    const { groups, send } = createSender()
    const ask = groupRequests({ send, most: 2 })
    for (const request of ['a', 'b', 'c', 'd', 'e']) void ask(request)
    for (let index = 0; index < 3; index++) {
      await turn()
      await turn()
      groups[index]?.answer()
    }
    expect(groups.map(({ requests }) => requests)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('rejects a group with its error, and nobody else', async () => {
    const { groups, send } = createSender()
    const ask = groupRequests({ send, most: 1 })
    const [first, second] = [ask('a'), ask('b')]
    await turn()
    groups[0]?.fail(new Error('down'))
    await expect(first).rejects.toThrow('down')
    await turn()
    groups[1]?.answer()
    expect(await second).toBe('B')
  })

  it('also rejects waiting requests with an error that affects them', async () => {
    const { groups, send } = createSender()
    const ask = groupRequests({
      send,
      most: 1,
      failsAll: ({ message }: Error) => message === 'down',
    })
    const [first, second] = [ask('a'), ask('b')]
    await turn()
    groups[0]?.fail(new Error('down'))
    await expect(first).rejects.toThrow('down')
    await expect(second).rejects.toThrow('down')
    const third = ask('c')
    await turn()
    groups[1]?.answer()
    expect([await third, groups.map(({ requests }) => requests)]).toEqual(['C', [['a'], ['c']]])
  })

  it('tries the members of a group alone if one of them may be the cause', async () => {
    const isBad = (requests: readonly string[]) => requests.includes('bad')
    const ask = groupRequests({
      async send(requests: readonly string[]) {
        if (isBad(requests)) throw new Error('bad row')
        return requests.map((request) => request.toUpperCase())
      },
      most: 10,
      isolates: () => true,
    })
    const settled = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(ask))
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})
