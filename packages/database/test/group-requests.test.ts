import { describe, expect, it } from 'vitest'
import { type GroupOptions, groupRequests } from '../src/index.ts'

/** Requests to a sender that answers when it is told to, and the groups that it was sent. */
function openDesk(options: Partial<GroupOptions<string, string>> = {}) {
  const groups: { requests: readonly string[]; answer(): void; fail(error: Error): void }[] = []
  const send = (take: () => readonly string[]) => {
    const requests = take()
    const sent = Promise.withResolvers<string[]>()
    const answer = () => sent.resolve(requests.map((request) => request.toUpperCase()))
    groups.push({ requests, answer, fail: sent.reject })
    return sent.promise
  }
  const ask = groupRequests({ send, most: 10, ...options })
  return { ask, groups, sent: () => groups.map(({ requests }) => requests) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('groupRequests', () => {
  it('sends the requests of one turn in one group, and later ones in the next', async () => {
    const { ask, groups, sent } = openDesk()
    const answers = [ask('a')]
    await Promise.resolve()
    answers.push(ask('b'))
    await turn()
    answers.push(ask('c'), ask('d'))
    await turn()
    expect(sent()).toEqual([['a', 'b']])
    groups[0]?.answer()
    await turn()
    await turn()
    expect(sent()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    groups[1]?.answer()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('lets requests join a group until it is taken', async () => {
    const free = Promise.withResolvers<void>()
    const { ask } = openDesk({
      async send(take) {
        await free.promise
        return take().map((request, _, group) => `${request} of ${group.length}`)
      },
    })
    const answers = [ask('a')]
    await turn()
    answers.push(ask('b'))
    free.resolve()
    expect(await Promise.all(answers)).toEqual(['a of 2', 'b of 2'])
  })

  it('rejects the requests of a group that fails before it is taken, and no later ones', async () => {
    const beginnings = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let begun = 0
    const { ask } = openDesk({
      async send(take) {
        await beginnings[begun++]?.promise
        return take()
      },
    })
    const settled = Promise.allSettled([ask('a'), ask('b')])
    await turn()
    const later = ask('c')
    beginnings[0]?.reject(new Error('down'))
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    beginnings[1]?.resolve()
    expect(await later).toBe('c')
  })

  it('sends no more than its maximum in one group', async () => {
    const { ask, groups, sent } = openDesk({ most: 2 })
    for (const request of ['a', 'b', 'c', 'd', 'e']) void ask(request)
    for (let index = 0; index < 3; index++) {
      await turn()
      await turn()
      groups[index]?.answer()
    }
    expect(sent()).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it.each([
    ['its own group, and no other', () => false, [['a'], ['b'], ['c']]],
    ['waiting requests that the error affects too', () => true, [['a'], ['c']]],
  ])('rejects %s', async (_, failsAll, wanted) => {
    const { ask, groups, sent } = openDesk({ most: 1, failsAll })
    const [first, second] = [ask('a'), ask('b')]
    const settled = Promise.allSettled([second])
    await turn()
    groups[0]?.fail(new Error('down'))
    await expect(first).rejects.toThrow('down')
    await turn()
    groups[1]?.answer()
    const [outcome] = await settled
    expect(outcome?.status).toBe(failsAll() ? 'rejected' : 'fulfilled')
    const third = ask('c')
    await turn()
    groups.at(-1)?.answer()
    expect([await third, sent()]).toEqual(['C', wanted])
  })

  it('retries the requests of a group one by one if one of them may be the cause', async () => {
    const { ask } = openDesk({
      async send(take) {
        const requests = take()
        if (requests.includes('bad')) throw new Error('bad row')
        return [...requests]
      },
      isolates: () => true,
    })
    const settled = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(ask))
    const rejected = settled.map(({ status }) => status === 'rejected')
    expect(rejected).toEqual([false, false, true, false])
  })
})
