import { expect, it } from 'vitest'
import { checkServer } from '../src/index.ts'
import { openFaultyServer, ownKey, type Parts } from './faulty-servers/faulty-server.ts'

it.concurrent.each<[string, Partial<Parts>, object]>([
  [
    'whose quota is larger than is spent',
    { quota: 5_000 },
    { status: 'not-judged', finding: false },
  ],
  [
    'that tells of no limit and has none so soon',
    { quota: 1_000_000, limitHeaders: () => ({}) },
    { status: 'not-judged', finding: true },
  ],
  [
    'whose window begins anew meanwhile',
    { renewsAfter: 40 },
    { status: 'not-judged', finding: false },
  ],
  ['whose window slides', {}, { status: 'passed' }],
  ['that lets all calls pass', { enforces: false }, { status: 'failed' }],
])('7.429 judges a server %s by what the source says', async (_, parts, expected) => {
  const { url: baseUrl, close } = await openFaultyServer(parts)
  const options = { baseUrl, apiKey: ownKey, exhaustLimit: true, only: ['limit-enforced'] }
  const { results } = await checkServer(options)
  await close()
  expect(results).toMatchObject([expected])
})
