import { expect, it } from 'vitest'
import { findForeign, nothingForeign, readBack } from '../find-foreign.ts'
import { changed } from '../open-scene.ts'
import { bodyOf, row, rows, start } from '../use-inbox.ts'

const image = '<img src=x onerror=alert(1)>'
const link = 'javascript:alert(1)'
/** In as few events as show all of them: a row of the list shows 200 characters. */
const texts = {
  markup: `<script>alert(1)</script> ${image} "><svg/onload=alert(1)> &lt;script&gt; $\u007Balert(1)} {{alert(1)}}`,
  others: [
    ...[link, 'data:text/html,<script>alert(1)</script>', '\u202Egnp.exe\u202C'],
    ...['\u2066a\u2069 \u200F \u061C', '\u200B\uFEFF\u2060\u00AD\u{E0041}', 'a\r\nb\u2028c'],
    ...['\u3164\u115F\u2800\uFFA0', '\u0000\u0007\u001B[31m\u009B', '\uD800'],
  ].join(' '),
  long: 'x'.repeat(50_000),
  longAndOdd: '\u202E\u202D'.repeat(2_500),
  run: `\u202Egnp.exe\u202C${'\u200B'.repeat(180)}!\u3164`,
}

it('no field of a delivery becomes markup, and characters that hide or reverse others are spelt out', async () => {
  const { scene, page } = await start()
  const sent = Object.entries(texts).map(([name, text]) => {
    const short = text.slice(0, 1_000)
    const body = changed('visa-granted', ({ agent, submission }) => {
      agent.companyName = short
      submission.status = short
      submission.visa.name = text
      submission.applicant.firstName = short
    })
    return { name, body }
  })
  for (const { name, body } of sent)
    expect([name, (await scene.send({ body })).status]).toEqual([name, 202])
  await expect.poll(() => rows(page).count()).toBe(sent.length)
  const about = rows(page).first().locator('.about')
  expect(await about.textContent()).toBe('U+202Egnp.exeU+202CU+200B ×180!U+3164')
  const odd = ['U+202E', 'U+202C', 'U+200B ×180', 'U+3164']
  expect(await about.locator('.odd').allTextContents()).toEqual(odd)
  for (const [at, { name, body }] of sent.toReversed().entries()) {
    const id = (await rows(page).nth(at).getAttribute('href'))?.split('=')[1]
    await rows(page).nth(at).click()
    await page.locator(`#save[href*="${id}"]`).waitFor()
    await bodyOf(page).getByText('"companyName"').waitFor()
    expect([name, await findForeign(page)]).toEqual([name, nothingForeign])
    await page.getByText('Raw', { exact: true }).click()
    // Compared here, because the difference would fill the terminal.
    expect([name, (await readBack(bodyOf(page))) === body]).toEqual([name, true])
    expect([name, await findForeign(page)]).toEqual([name, nothingForeign])
  }

  // The same goes for an unsigned delivery, from its name to its headers.
  const submission = { uuid: image, status: image }
  const body = JSON.stringify({ event: image, timestamp: image, submission })
  const headers = [['x-evil', image] as const, ['referer', link] as const]
  await scene.send({ body, signature: null, headers })
  await row(page, 'missing-signature').click()
  await page.getByRole('cell', { name: link }).waitFor()
  expect(await page.getByRole('heading', { level: 2, name: image }).count()).toBe(1)
  expect(await page.getByRole('cell', { name: image }).count()).toBe(1)
  expect(await page.locator('#entry-status').textContent()).toBe(image)
  expect(await findForeign(page)).toEqual(nothingForeign)
})
