import { describe, expect, it } from 'vitest'
import { deliveryOf, eventWith, nowMs, type refusedWith, returned } from '../deliveries.ts'
import { useStore } from '../use-store.ts'
import { type Asked, startPage } from './start-page.ts'

const missingId = '9'.repeat(16)
const asJson = [['Content-Type', 'application/json']] as const

describe('the entries of the page', () => {
  const store = useStore('embedded')
  const start = async () => startPage(await store.empty())

  it('are listed newest first, with the environment and how many there are of each state', async () => {
    const { json, add, quarantine } = await start()
    await add({ status: 'ONE' })
    await quarantine('x')
    await add({ status: 'TWO' })
    const { status, body } = await json('/api/entries')
    expect([status, body.environment, body.next]).toEqual([200, 'development', null])
    expect(body.entries.map((entry: { status: string }) => entry.status)).toEqual([
      'TWO',
      null,
      'ONE',
    ])
    expect(body.counts).toMatchObject({ accepted: 2, quarantined: 1, failed: 0 })
    expect(body.quarantine).toMatchObject({
      ...{ verified: { rows: 0, limitRows: 1_000 }, unverified: { rows: 1, bytes: 1 } },
    })
    expect(body.entries[2]).toMatchObject({
      ...{ eventName: returned.event, submissionUuid: returned.submission.uuid },
      ...{ receivedAtMs: nowMs, state: 'accepted', verified: true, canReplay: false },
    })
  })

  it('come in pages', async () => {
    const { json, add } = await start()
    for (const status of ['A', 'B', 'C']) await add({ status })
    const first = await json('/api/entries?limit=2')
    const second = await json(`/api/entries?limit=2&before=${first.body.next}`)
    const shown = [first, second].map(({ body }) => body.entries.map(statusOf))
    expect([shown, second.body.next]).toEqual([[['C', 'B'], ['A']], null])
  })

  it('are found by state and by text, special characters included', async () => {
    const { json, add, quarantine } = await start()
    await add({ status: 'PER_CENT 100%' })
    await add({ status: 'PLAIN 1000' })
    await quarantine('100%')
    const search = encodeURIComponent('100%')
    const { body } = await json(`/api/entries?state=accepted&search=${search}`)
    expect(body.entries.map(statusOf)).toEqual(['PER_CENT 100%'])
    for (const text of ['%00', '%27;--', '%E2%80%AE', '%ff']) {
      expect((await json(`/api/entries?search=${text}`)).status).toBe(200)
    }
  })

  it('have short texts, whatever a body says of itself', async () => {
    const { json, add } = await start()
    const long = `${'x'.repeat(199)}\u{1F600}${'y'.repeat(60_000)}`
    await add({ status: long })
    const { body } = await json('/api/entries')
    expect(body.entries[0].status).toBe(`${'x'.repeat(199)}…`)
    const { body: entry } = await json(`/api/entries/${body.entries[0].id}`)
    expect(entry.status).toBe(`${'x'.repeat(199)}…`)
  })

  it('say why they are where they are, and what to do', async () => {
    const { json, quarantine } = await start()
    await quarantine('{}', {
      ...{ code: 'invalid-payload', verified: true, notes: [] },
      issues: [{ path: '/event', message: 'expected text', keyword: 'required' }],
      headers: [['x-one', '<b>1</b>']],
    } as object)
    const { body: list } = await json('/api/entries')
    const { status, body } = await json(`/api/entries/${list.entries[0].id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ state: 'quarantined', code: 'invalid-payload', verified: true },
      explanation: {
        means: expect.stringContaining('schema'),
        next: expect.stringContaining('issues'),
      },
      issues: [{ path: '/event', message: 'expected text' }],
      headers: [['x-one', '<b>1</b>']],
      noted: [],
    })
    expect(body).not.toHaveProperty('body')
  })

  it('give their exact bytes, as something that no browser shows', async () => {
    const { inbox, json, url } = await start()
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    await inbox.quarantine({
      ...deliveryOf(bytes),
      code: 'invalid-utf8',
      issues: [],
      verified: true,
    })
    const { body } = await json('/api/entries')
    const response = await fetch(`${url}/api/entries/${body.entries[0].id}/body`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[0-9a-f]{64}\.json"$/,
    )
  })

  it('are gone with 404 once they are not there, and 404 for what is no id', async () => {
    const { json } = await start()
    for (const id of [missingId, 'x', '..%2F..', '%00', '1;drop table']) {
      const path = `/api/entries/${encodeURIComponent(id)}`
      const answers = [
        await json(path),
        await json(`${path}/body`),
        await json(`${path}/replay`, { method: 'POST', headers: asJson, body: Buffer.from('{}') }),
        await json(`${path}/accept`, { method: 'POST', headers: asJson, body: Buffer.from('{}') }),
      ]
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        answers.map(() => [404, 'not-found']),
      )
    }
  })

  it('go to the handler once more where they were handled, and not where they wait', async () => {
    const database = await store.empty()
    const { json, add } = await startPage(database)
    await add()
    const { body: list } = await json('/api/entries')
    const path = `/api/entries/${list.entries[0].id}/replay`
    const post = () => json(path, { method: 'POST', headers: asJson, body: Buffer.from('{}') })
    expect(await post()).toMatchObject({ status: 409, body: { code: 'not-replayable' } })
    await database.query(`update events set handling = 'failed', tries = 5`)
    expect(await post()).toEqual({ status: 200, body: { outcome: 'queued' } })
    const { body: after } = await json('/api/entries')
    expect(after.entries[0]).toMatchObject({ state: 'accepted', tries: 0, canReplay: false })
  })

  /** An entry in quarantine, and a way to ask for it to be accepted. */
  const startRefused = async (...[text, refused]: Parameters<typeof refusedWith>) => {
    const page = await start()
    await page.quarantine(text, { verified: true, code: 'invalid-payload', ...refused })
    const first = async () => (await page.json('/api/entries')).body.entries[0]
    const { id } = await first()
    const accept = (
      sent: string | object = {},
      headers: NonNullable<Asked['headers']> = asJson,
    ) => {
      const body = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent))
      return page.json(`/api/entries/${id}/accept`, { method: 'POST', headers, body })
    }
    return { ...page, first, accept }
  }

  it('D-008 leave the quarantine by hand, once', async () => {
    const { first, accept } = await startRefused(JSON.stringify(eventWith({})))
    expect(await first()).toMatchObject({ state: 'quarantined', canAccept: true })
    expect(await accept()).toEqual({ status: 200, body: { outcome: 'accepted' } })
    expect(await first()).toMatchObject({ state: 'accepted', canAccept: false })
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'not-quarantined' } })
  })

  it('D-008 say why they cannot be accepted', async () => {
    const { accept } = await startRefused('{}')
    const { status, body } = await accept()
    expect(status).toBe(422)
    expect(body).toEqual({
      ...{ code: 'cause-remains', reason: 'invalid-payload', issues: expect.any(Array) },
      message: expect.stringContaining('schema'),
    })
    expect(body.issues.length).toBeGreaterThan(0)
  })

  it('D-007 are never accepted if they were not verified', async () => {
    const { accept } = await startRefused(JSON.stringify(eventWith({})), { verified: false })
    const answer = await accept({ allowOld: true })
    expect(answer).toMatchObject({ status: 409, body: { code: 'not-verified' } })
  })

  it('D-005 are accepted although they are old if that is confirmed', async () => {
    const { accept } = await startRefused(JSON.stringify(eventWith({ seconds: -2_700_000 })))
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'too-old' } })
    expect(await accept({ allowOld: true })).toMatchObject({ status: 200 })
  })

  it.each<[string, string, number, string]>([
    ['an unknown member', '{"allowold":true}', 400, 'malformed-body'],
    ['a member of a wrong type', '{"allowOld":1}', 400, 'malformed-body'],
    ['a list', '[]', 400, 'malformed-body'],
    ['null', 'null', 400, 'malformed-body'],
    ['no JSON', '{', 400, 'malformed-request'],
    ['a key that is a trap', '{"__proto__":{"allowOld":true}}', 400, 'malformed-request'],
    ['nothing', '', 400, 'malformed-request'],
  ])('cannot be accepted with %s', async (_says, text, status, code) => {
    const { accept, first } = await startRefused(JSON.stringify(eventWith({})))
    expect(await accept(text)).toMatchObject({ status, body: { code } })
    expect(await first()).toMatchObject({ state: 'quarantined' })
  })

  it('cannot be accepted without a content type, or with that of a form', async () => {
    const { accept } = await startRefused(JSON.stringify(eventWith({})))
    for (const headers of [[], [['Content-Type', 'text/plain']]] as const) {
      const answer = await accept({}, headers)
      expect(answer).toMatchObject({ status: 415, body: { code: 'wrong-content-type' } })
    }
  })
})

const statusOf = ({ status }: { status: string }) => status
