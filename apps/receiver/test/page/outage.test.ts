import { expect, it } from 'vitest'
import { useStore } from '../use-store.ts'
import { startPage } from './start-page.ts'

const store = useStore('embedded')

it('F7 answers 503 while the store is gone, and by itself once it is back', async () => {
  const { inbox, json, logs } = await startPage(await store.empty())
  const { view } = inbox
  const { list, read } = view
  const fail = async () => {
    throw Object.assign(new Error('canary'), { code: '57P01' })
  }
  Object.assign(view, { list: fail, read: fail })
  for (const path of ['/api/entries', `/api/entries/${'1'.repeat(16)}`]) {
    expect(await json(path)).toMatchObject({ status: 503, body: { code: 'inbox-unavailable' } })
  }
  expect(logs).toContainEqual(
    expect.objectContaining({ event: 'failure', code: 'inbox-unavailable' }),
  )
  Object.assign(view, { list, read })
  expect((await json('/api/entries')).status).toBe(200)
})
