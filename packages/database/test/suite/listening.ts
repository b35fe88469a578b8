import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { rejectionOf, type TestDatabase } from '../open-test-database.ts'

export function describeListening(database: TestDatabase): void {
  describe('listening', () => {
    const hear = async (channel: string) => {
      const payloads: string[] = []
      const lives: boolean[] = []
      const stop = await database.listen(channel, {
        onPayload: (payload) => payloads.push(payload),
        onLive: (isLive) => lives.push(isLive),
      })
      return { payloads, lives, stop }
    }
    const say = (channel: string, payload: string) =>
      database.query('select pg_notify($1, $2)', [channel, payload])

    it('receives a notification after the commit of its transaction, and not before', async () => {
      const { payloads, lives, stop } = await hear('commits')
      expect(lives).toEqual([true])
      await database.transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('commits', 'first')`)
        await tx.execute(sql`select pg_notify('commits', 'second')`)
        await tx.execute(sql`select 1`)
        expect(payloads).toEqual([])
      })
      await vi.waitFor(() => expect(payloads).toEqual(['first', 'second']))
      await stop()
    })

    it('receives nothing that was rolled back', async () => {
      const { payloads, stop } = await hear('rollbacks')
      await database
        .transaction(async (tx) => {
          await tx.execute(sql`select pg_notify('rollbacks', 'never')`)
          throw new Error('no')
        })
        .catch(() => {})
      await say('rollbacks', 'after')
      await vi.waitFor(() => expect(payloads).toEqual(['after']))
      await stop()
    })

    it('serves every listener on its channel until it stops', async () => {
      const one = await hear('shared')
      const two = await hear('shared')
      const other = await hear('other_1')
      await say('shared', 'to both')
      await vi.waitFor(() =>
        expect([one.payloads, two.payloads]).toEqual([['to both'], ['to both']]),
      )
      await one.stop()
      await one.stop()
      await say('shared', 'to one')
      await say('other_1', '')
      await vi.waitFor(() => expect(two.payloads).toEqual(['to both', 'to one']))
      await vi.waitFor(() => expect(other.payloads).toEqual(['']))
      expect(one.payloads).toEqual(['to both'])
      expect(one.lives).toEqual([true])
      await Promise.all([two.stop(), other.stop()])
    })

    it('can use the store from a listener', async () => {
      const answer = Promise.withResolvers<unknown>()
      const stop = await database.listen('questions', {
        onPayload: (payload) => answer.resolve(database.query('select $1 as said', [payload])),
        onLive() {},
      })
      await database.transaction((tx) => tx.execute(sql`select pg_notify('questions', 'hello')`))
      expect(await answer.promise).toEqual([{ said: 'hello' }])
      await stop()
    })

    it.each(['Upper', 'with space', 'x; drop table notes', '', '1st', 'a'.repeat(64)])(
      'refuses %j as the name of a channel',
      async (channel) => {
        expect(await rejectionOf(hear(channel))).toBeInstanceOf(TypeError)
      },
    )
  })
}
