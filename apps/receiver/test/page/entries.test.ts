import { expect, it } from 'vitest'
import { eventWith, nowMs, returned } from '../deliveries.ts'
import { usePage } from './start-page.ts'

const start = usePage()
const genuine = JSON.stringify(returned)
const statusesOf = (body: { entries: { status: string }[] }) =>
  body.entries.map(({ status }) => status)

it('lists entries page by page, newest first, with environment, counts and quarantine', async () => {
  const { json, add, put } = await start()
  await add(eventWith({ status: 'ONE' }))
  await put('x', { verified: false })
  await add(eventWith({ status: 'TWO' }))
  const { status, body } = await json('/api/entries?limit=2')
  expect([status, body.environment, statusesOf(body)]).toEqual([200, 'development', ['TWO', null]])
  expect(body.counts).toMatchObject({ accepted: 2, quarantined: 1, failed: 0 })
  expect(body.quarantine.unverified).toMatchObject({ rows: 1, limitRows: 1_000 })
  const { body: second } = await json(`/api/entries?limit=2&before=${body.next}`)
  expect([statusesOf(second), second.next]).toEqual([['ONE'], null])
  expect(second.entries[0]).toMatchObject({
    eventName: returned.event,
    submissionUuid: returned.submission.uuid,
    receivedAtMs: nowMs,
    state: 'accepted',
    verified: true,
    canReplay: false,
  })
})

it('cuts long texts', async () => {
  const { json, add } = await start()
  await add(eventWith({ status: `${'x'.repeat(199)}\u{1F600}${'y'.repeat(60_000)}` }))
  const { body } = await json('/api/entries')
  const { body: entry } = await json(`/api/entries/${body.entries[0].id}`)
  for (const { status } of [body.entries[0], entry]) expect(status).toBe(`${'x'.repeat(199)}…`)
})

it('explains an entry', async () => {
  const { json, put } = await start()
  const issues = [{ path: '/event', message: 'expected text', keyword: 'required' }]
  const headers = [['x-one', '<b>1</b>']] as const
  const id = await put('{}', { issues, headers })
  const { status, body } = await json(`/api/entries/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 'quarantined',
    code: 'invalid-payload',
    verified: true,
    noted: [],
    issues,
    headers,
    explanation: {
      means: expect.stringContaining('schema'),
      next: expect.stringContaining('issues'),
    },
  })
  expect(body).not.toHaveProperty('body')
})

it('offers the exact bytes as a download', async () => {
  const { put, url } = await start()
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const id = await put(bytes, { code: 'invalid-utf8' })
  const response = await fetch(`${url}/api/entries/${id}/body`)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[0-9a-f]{64}\.json"$/,
  )
})

it('answers 404 for an id that does not exist, or is none', async () => {
  const { json, post } = await start()
  for (const id of ['9'.repeat(16), '0000000000000001 ', 'x', '..%2F..', '%00', '1;drop table']) {
    const path = `/api/entries/${encodeURIComponent(id)}`
    const answers = [await json(path), await json(`${path}/body`)]
    answers.push(await post(`${path}/replay`), await post(`${path}/accept`))
    const codes = answers.map(({ status, body }) => [status, body.code])
    expect([id, ...codes]).toEqual([id, ...Array(4).fill([404, 'not-found'])])
  }
})

it('F7 answers 503 while the store is away, logs the class of the error, and recovers', async () => {
  const { view, json, logs } = await start()
  const { list } = view
  view.list = () => Promise.reject(Object.assign(new RangeError('away'), { code: '57P01' }))
  const code = 'inbox-unavailable'
  expect(await json('/api/entries')).toMatchObject({ status: 503, body: { code } })
  expect(logs).toEqual([{ event: 'failure', code, error: 'RangeError' }])
  view.list = list
  expect((await json('/api/entries')).status).toBe(200)
})

it('replays a failed event, but not a waiting one', async () => {
  const { database, json, add, post } = await start()
  await add(returned)
  const path = `/api/entries/${(await json('/api/entries')).body.entries[0].id}/replay`
  expect(await post(path)).toMatchObject({ status: 409, body: { code: 'not-replayable' } })
  await database.query(`update events set handling = 'failed', tries = 5`)
  expect(await post(path)).toEqual({ status: 200, body: { outcome: 'queued' } })
})

it.each<[string, string, object, number, object]>([
  ['D-008 a readable entry', genuine, {}, 200, { outcome: 'accepted' }],
  ['D-007 an unverified entry', genuine, { verified: false }, 409, { code: 'not-verified' }],
  ['D-008 an unreadable entry', '{}', {}, 422, { reason: 'invalid-payload' }],
])('accepts %s or says why not', async (_, body, refused, status, wanted) => {
  const { put, post } = await start()
  const path = `/api/entries/${await put(body, refused)}/accept`
  const answer = await post(path)
  expect(answer).toMatchObject({ status, body: wanted })
  if (status === 422) expect(answer.body.code).toBe('cause-remains')
  if (status === 422) expect(answer.body.issues.length).toBeGreaterThan(0)
  if (status === 200) {
    expect(await post(path)).toMatchObject({ status: 409, body: { code: 'not-quarantined' } })
  }
})

it('accepts nothing with an invalid body', async () => {
  const { put, post, json } = await start()
  const id = await put(genuine)
  for (const [text, code] of [
    ['{"allowold":true}', 'malformed-body'],
    ['{"allowOld":1}', 'malformed-body'],
    ['[]', 'malformed-body'],
    ['null', 'malformed-body'],
    ['{', 'malformed-request'],
    ['{"__proto__":{"allowOld":true}}', 'malformed-request'],
    ['', 'malformed-request'],
  ] as const) {
    const { status, body } = await post(`/api/entries/${id}/accept`, text)
    expect([text, status, body.code]).toEqual([text, 400, code])
  }
  expect((await json(`/api/entries/${id}`)).body.state).toBe('quarantined')
})
