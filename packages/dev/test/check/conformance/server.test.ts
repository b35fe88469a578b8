import { checkServer } from '@partner-platform/conformance'
import { expect, it } from 'vitest'
import { allowedOrigin, openReferenceServer } from './open-reference-server.ts'

it('the reference server has no finding, and every check can be judged', async () => {
  const { url: baseUrl, close, ...keys } = await openReferenceServer()
  const report = await checkServer({ baseUrl, ...keys, allowedOrigin, exhaustLimit: true })
  await close()
  expect(report.results.filter(({ finding }) => finding)).toEqual([])
  const unseen = report.results.filter(({ status }) => status === 'not-judged')
  expect(unseen).toEqual([])
})
