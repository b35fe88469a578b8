import { operations } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { bodies, clientOf, refusal } from './exchange.ts'

const etag = '"3a7bd3e2"'
const headers = {
  etag,
  'x-request-id': 'req_1',
  'ratelimit-policy': '"default";q=100;w=60',
  ratelimit: '"default";r=57;t=12',
}
const listed = { headers }
const notModified = { status: 304, headers }
const sentBy = (requests: Request[]) => requests.map((one) => one.headers.get('if-none-match'))

describe('D-022 a call with an entity tag', () => {
  it('takes the etag of a result, sends it on each attempt, and gets 304 with headers only', async () => {
    const answers = [listed, { status: 503 }, notModified]
    const { client, requests } = clientOf(answers, { retries: 1 })
    const first = await client.listCountries()
    const result = await client.listCountries({ ifNoneMatch: first.etag })
    expect(result).toMatchObject({ status: 304, ok: false, attempts: 2, etag, requestId: 'req_1' })
    expect(result).not.toHaveProperty('data')
    expect(result).not.toHaveProperty('error')
    expect(result.rateLimit).toMatchObject({ limit: 100, remaining: 57 })
    expect(result.response?.headers.get('etag')).toBe(etag)
    expect(sentBy(requests)).toEqual([null, etag, etag])
  })

  it.each(['"a"', 'W/"a"'])('gets the data if %s is no longer current', async (ifNoneMatch) => {
    const { client, requests } = clientOf(listed)
    const result = await client.listCountries({ ifNoneMatch })
    expect(result).toMatchObject({ status: 200, ok: true, etag })
    expect(sentBy(requests)).toEqual([ifNoneMatch])
  })

  it.each([
    ['null', null],
    ['no quotes', 'CANARY'],
    ['a line end', '"CANARY"\r\nx: y'],
    ['more than ASCII', '"CANARY\u00e9"'],
  ])('rejects %s with a TypeError, and sends nothing', async (_, ifNoneMatch) => {
    const { client, requests } = clientOf(listed)
    const message = await refusal(() =>
      client.listCountries({ ifNoneMatch: ifNoneMatch as string }),
    )
    expect(message).toMatch(/^Option ifNoneMatch is not an entity tag in double quotes\. Pass the/)
    expect(requests).toEqual([])
  })
})

describe('D-022 a call without an entity tag', () => {
  it.each([
    ['no options', undefined],
    ['undefined', { ifNoneMatch: undefined }],
  ])('sends none, and treats a 304 as unexpected: %s', async (_, options) => {
    const { client, requests } = clientOf(notModified)
    const result = await client.listCountries(options)
    expect(result).toMatchObject({ status: 'unexpected-status', ok: false, httpStatus: 304 })
    expect(sentBy(requests)).toEqual([null])
  })

  it('has no etag if the answer has one that cannot be sent back', async () => {
    const { client } = clientOf({ headers: { etag: 'CANARY' }, body: bodies[200] })
    expect(await client.listCountries()).not.toHaveProperty('etag')
  })
})

it('D-022 client.GET takes the header, and returns a 304 without throwing', async () => {
  const { client, requests } = clientOf(notModified)
  const params = { header: { 'If-None-Match': etag } }
  const { data, response } = await client.GET(operations.listCountries.path, { params })
  expect([response.status, data]).toEqual([304, undefined])
  expect(sentBy(requests)).toEqual([etag])
})
