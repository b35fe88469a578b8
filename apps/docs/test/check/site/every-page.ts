import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { documents } from '../../../src/documents.ts'
import { site } from '../built-site.ts'
import { budgetOf } from './budgets.ts'
import { isKnown } from './exceptions.ts'
import { findViolations } from './find-violations.ts'
import { isRedoc, openSite, pagesOf, type Visit } from './use-site.ts'

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 800 }

async function start(options = {}): Promise<Visit> {
  const visit = await openSite(options)
  onTestFinished(visit.close)
  return visit
}

const overflowOf = ({ page }: Visit) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * Redoc draws its page by script. The others are there when they are loaded, but for code that scrolls:
 * a script makes it a place for the keyboard a moment later.
 */
async function drawn({ page }: Visit): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.expressive-code pre')].every(
      (code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0,
    ),
  )
}

const paths = pagesOf(site)

/**
 * Groups of pages that one function makes from one kind of data, and the page of each group that axe judges.
 * The others differ from it only in their text; `test/pages.test.ts` judges their headings and links.
 */
const kinds: readonly [RegExp, string][] = [
  [/^\/decisions\/d-\d+\/$/, '/decisions/d-022/'],
  [/^\/reference\/(openapi|operator)\/$/, '/reference/openapi/'],
  [/^\/reference\/operator\/operations\//, '/reference/operator/operations/create-submission/'],
  [/^\/reference\/\w+\/schemas\/$/, '/reference/asyncapi/schemas/'],
  [/^\/(traceability|open-points)\/$/, '/open-points/'],
  // The other one has no element, class or colour of code that this one lacks.
  [/^\/quickstart\/./, '/quickstart/receive-a-webhook/'],
]

const isLikeAnother = (path: string) =>
  kinds.some(([pattern, judged]) => pattern.test(path) && path !== judged)

/** What axe finds on an open page, in both themes. */
async function judgeByAxe({ page }: Visit, path: string): Promise<string[]> {
  // Redoc 3 has one theme, with its own greys for types, placeholders and file names.
  if (isRedoc(path)) return findViolations(page, { without: ['color-contrast'] })
  const found = await findViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  // What is around the text is the same on every page, and looked at on the first one.
  const within = path === '/' ? 'html' : 'main'
  const dark = await findViolations(page, { within, rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...found, ...dark.map((one) => `in dark: ${one}`)]
}

/** A page of Redoc has the title of its document. */
async function judgeTitle({ page }: Visit, path: string): Promise<string[]> {
  if (!isRedoc(path)) return []
  const { title } = JSON.parse(
    readFileSync(join(site, `${basename(path, '.html')}.json`), 'utf8'),
  ).info
  const heading = await page.getByRole('heading', { level: 1 }).first().textContent()
  return heading?.includes(title) ? [] : [`title: ${heading}`]
}

/** Everything that is wrong with one page, on a desktop and on a phone. */
async function judge(visit: Visit, path: string): Promise<string[]> {
  const { page, problems } = visit
  problems.length = 0
  const found: string[] = []
  if (isLikeAnother(path)) {
    await page.setViewportSize(phone)
    await visit.go(path)
  } else {
    await page.setViewportSize(desk)
    await visit.go(path)
    await drawn(visit)
    found.push(...(await judgeTitle(visit, path)))
    found.push(...(await judgeByAxe(visit, path)))
    await page.setViewportSize(phone)
  }
  const overflow = await overflowOf(visit)
  const { kind, bytes } = budgetOf(path)
  const weight = visit.weigh()
  return [
    ...found,
    ...problems,
    ...(overflow > 0 ? [`overflow: ${overflow} pixels at ${phone.width}`] : []),
    ...(weight > bytes ? [`weight: ${weight} bytes, ${kind} may have ${bytes}`] : []),
    ...(weight === 0 ? ['weight: nothing was weighed'] : []),
  ]
    .filter((problem) => !isKnown(path, problem))
    .map((problem) => `${path} ${problem}`)
}

/** Two windows, as there are two cores. */
async function judgeAll(paths: readonly string[]): Promise<string[]> {
  const queue = [...paths]
  const found: string[] = []
  const work = async () => {
    const visit = await start()
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      found.push(...(await judge(visit, path)))
    }
  }
  await Promise.all([work(), work()])
  return found
}

describe('no page has an error, leaves the site, breaks a rule of axe, is too wide or too heavy:', () => {
  it('pages of the site', { timeout: 600_000 }, async () => {
    const own = paths.filter((path) => !isRedoc(path))
    expect(own.length).toBeGreaterThan(40)
    const judged = own.filter((path) => !isLikeAnother(path))
    expect(judged).toEqual(expect.arrayContaining(kinds.map(([, path]) => path)))
    expect(await judgeAll([...judged, ...own.filter(isLikeAnother)])).toEqual([])
  })

  it('pages of Redoc', { timeout: 300_000 }, async () => {
    const own = paths.filter(isRedoc)
    expect(own).toEqual(documents.map(({ id }) => `/reference/${id}.html`).toSorted())
    expect(await judgeAll(own)).toEqual([])
  })
})

it('what is wrong is found', async () => {
  const visit = await start()
  await visit.go('/')
  await visit.page.evaluate(async () => {
    document.documentElement.removeAttribute('lang')
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p style="color: #777; background: #888">hard to read</p><p style="width: 3000px">x</p><img src="https://elsewhere.example/a.png">',
    )
    await fetch('https://elsewhere.example/').catch(() => {})
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    console.error('said')
  })
  const violations = (await findViolations(visit.page)).map((one) => one.split(' ')[0])
  expect(violations).toEqual(
    expect.arrayContaining(['html-has-lang', 'color-contrast', 'image-alt']),
  )
  expect(await overflowOf(visit)).toBeGreaterThan(1000)
  const text = visit.problems.join('\n')
  for (const part of ['said', 'policy connect-src', 'policy img-src', 'policy script-src-elem']) {
    expect(text).toContain(part)
  }
  expect(await visit.page.evaluate(() => 'ran' in window)).toBe(false)
})

it('a request to elsewhere is counted and leads nowhere', async () => {
  const visit = await start({ bypassCSP: true })
  await visit.go('/')
  const answer = visit.page.evaluate(() => fetch('https://elsewhere.example/').then(() => 'came'))
  await expect(answer).rejects.toThrow('Failed to fetch')
  expect(visit.problems).toContain('request to https://elsewhere.example/')
})
