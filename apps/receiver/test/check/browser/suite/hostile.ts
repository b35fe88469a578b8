import { examples } from '@partner-platform/contract-kit'
import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { findForeign, findForeignInEach, nothingForeign, readBack } from '../find-foreign.ts'
import { toStory } from '../open-scene.ts'
import { startScene, visit } from '../use-inbox.ts'

const start = async () => {
  const scene = await startScene()
  const page = await visit(scene.inboxUrl)
  return { page, send: scene.send, rows: page.getByRole('list').getByRole('link') }
}
const bodyOf = (page: Page) => page.getByRole('region', { name: 'Body', exact: true })

const override = '\u202Egnp.exe\u202C'
const texts = {
  script: '<script>alert(1)</script>',
  image: '<img src=x onerror=alert(1)>',
  svg: '"><svg/onload=alert(1)>',
  link: 'javascript:alert(1)',
  data: 'data:text/html,<script>alert(1)</script>',
  entity: '&lt;script&gt;alert(1)&lt;/script&gt;',
  template: '$\u007Balert(1)} {{alert(1)}} <%= 1 %>',
  override,
  isolate: '\u2066a\u2069 \u200F \u061C',
  unseen: '\u200B\uFEFF\u2060\u00AD\u{E0041}',
  'without ink': '\u3164\u115F\u2800\uFFA0',
  control: '\u0000\u0007\u001B[31m\u009B',
  surrogate: '\uD800',
  lines: 'a\r\nb\u2028c',
  long: 'x'.repeat(50_000),
  'long and odd': '\u202E\u202D'.repeat(2_500),
}

const { script, image, svg, entity, template, long, 'long and odd': longAndOdd, ...others } = texts
/** The texts in as few events as show all of them: a row of the list shows 200 characters. */
const fields = {
  markup: [script, image, svg, entity, template].join(' '),
  others: Object.values(others).join(' '),
  ...{ long, longAndOdd },
}

describe('what strangers wrote stays text', () => {
  it('in every field of an event', async () => {
    const { page, send, rows } = await start()
    const told = Object.entries(fields).map(([name, text]) => {
      const body = toStory('visa-granted', ({ agent, submission }) => {
        agent.companyName = text.slice(0, 1_000)
        submission.status = text.slice(0, 1_000)
        submission.visa.name = text
        submission.applicant.firstName = text.slice(0, 1_000)
      })
      return { name, body }
    })
    for (const { name, body } of told) expect([name, await send({ body })]).toEqual([name, 202])
    await expect.poll(() => rows.count()).toBe(told.length)
    for (const [at, { name, body }] of told.toReversed().entries()) {
      const id = (await rows.nth(at).getAttribute('href'))?.split('=')[1]
      await rows.nth(at).click()
      await page.locator(`#save[href*="${id}"]`).waitFor()
      await bodyOf(page).getByText('"companyName"').waitFor()
      expect([name, await findForeign(page)]).toEqual([name, nothingForeign])
      await page.getByText('Raw', { exact: true }).click()
      // Compared here, as the difference would fill the terminal.
      expect([name, (await readBack(bodyOf(page))) === body]).toEqual([name, true])
      expect([name, await findForeign(page)]).toEqual([name, nothingForeign])
    }
  })

  it('in what nobody signed, from its name to its headers', async () => {
    const { page, send, rows } = await start()
    const evil = texts.image
    const submission = { uuid: evil, status: evil }
    const body = JSON.stringify({ event: evil, timestamp: evil, submission })
    await send({ body, signature: null, headers: { 'x-evil': evil, referer: texts.link } })
    await rows.first().click()
    await page.getByRole('cell', { name: texts.link }).waitFor()
    expect(await page.getByRole('heading', { level: 2, name: evil }).count()).toBe(1)
    expect(await page.getByRole('cell', { name: evil }).count()).toBe(1)
    expect(await page.locator('#entry-status').textContent()).toBe(evil)
    expect(await findForeign(page)).toEqual(nothingForeign)
  })

  it('spelt out where it would hide, or turn around what stands beside it', async () => {
    const { send, rows } = await start()
    const body = toStory('returned', ({ submission }) => {
      submission.status = `${override}${'\u200B'.repeat(180)}!\u3164`
    })
    await send({ body })
    await rows.first().waitFor()
    expect(await rows.locator('.status').textContent()).toBe(
      'U+202Egnp.exeU+202CU+200B ×180!U+3164',
    )
    expect(await rows.locator('.odd').allTextContents()).toEqual([
      'U+202E',
      'U+202C',
      'U+200B ×180',
      'U+3164',
    ])
  })

  it('in every example of the contract that means harm, and in bytes that are no JSON', async () => {
    const { inboxUrl, send } = await startScene()
    const told = examples('SubmissionUpdated').filter(
      ({ name, folder }) =>
        folder === 'unparseable' || /^(?:names|hostile|member|fields)-/.test(name),
    )
    expect(told.length).toBeGreaterThan(70)
    await Promise.all(told.map(({ bytes }) => send({ body: bytes, signature: null })))
    const page = await visit(inboxUrl)
    const rows = page.getByRole('list').getByRole('link')
    // The page shows 50 of them, and the others below these.
    await page.getByRole('button', { name: 'Load older' }).click()
    await expect.poll(() => rows.count()).toBe(told.length)
    expect(await findForeignInEach(page)).toEqual(told.map(() => nothingForeign))
  })
})
