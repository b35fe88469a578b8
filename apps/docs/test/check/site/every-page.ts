import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { axe, type Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { documents } from '../../../src/documents.ts'
import { docsFolder as site } from '../../../src/folders.ts'
import type { Window } from '../open-window.ts'
import { openSite } from '../use-site.ts'

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 800 }

/** Addresses of all pages: a file that is not called `index.html` keeps its name. */
const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`)
  .toSorted()

/** The Redoc page of a whole document: `reference/<id>.html`. */
const isRedoc = (path: string) => /^\/reference\/[^/]+\.html$/.test(path)

/**
 * Most KiB that a page and all that it loads may take on the wire, in Brotli. The script of Redoc is in the
 * page, so that one file is enough. Of the others, 43 KiB are Starlight's styles and scripts.
 */
const budgetOf = (path: string) => (isRedoc(path) ? 640 : 90)

type View = readonly [hash: string, heading: string]

/** A view of each Redoc page beside its first one, with code, fields and badges. */
const innerViews: Record<string, View> = {
  '/reference/openapi.html': ['#operation/listCountries', 'List origin countries'],
  '/reference/asyncapi.html': ['#/channels/submissionupdates', 'Callback URL'],
  '/reference/operator.html': ['#operation/createSubmission', 'Create a submission'],
}

/** The first view of a Redoc page has the title of its document. Other pages have one view. */
function viewsOf(path: string): readonly View[] {
  const inner = innerViews[path]
  if (inner === undefined) return [['', '']]
  const { info } = JSON.parse(readFileSync(join(site, `${basename(path, '.html')}.json`), 'utf8'))
  return [['#/', info.title], inner]
}

/** Known faults of Starlight and Redoc, matched by the start of the problem. */
const known: readonly [isOf: (path: string) => boolean, problem: RegExp][] = [
  // Starlight's search button shows its shortcut, which axe counts as part of the name.
  [(path) => !isRedoc(path), /^label-content-name-mismatch at button\[data-open-modal=""\]:/],
  // Redoc 3 gives the list of examples an accessible name that is not its text.
  [isRedoc, /^label-content-name-mismatch at /],
  // Redoc 3 tests whether it may run text as code, for its search worker. The policy forbids it.
  [isRedoc, /^policy script-src eval$/],
]

/** What axe and style sheets can tell apart: each start tag, with names only of what the text decides. */
function kindsOf(path: string): Set<string> {
  const html = readFileSync(join(site, path.replace(/\/$/, '/index.html')), 'utf8')
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
  const tags = text.match(/<[a-z](?:[^>"]|"[^"]*")*>/g) ?? []
  const toKind = (tag: string) =>
    // How long a line of code may be makes a page too wide at most.
    tag.replace(/ (?!class|role|style|type)([\w-]+)="[^"]*"/g, ' $1').replace(/--ecMaxLine:\w+/, '')
  return new Set(tags.map(toKind))
}

/**
 * The pages that axe judges: together they have every kind of tag. The others differ from them only in their
 * text; `test/pages.test.ts` judges their headings and links.
 */
function chooseVaried(paths: readonly string[]): string[] {
  const left = new Map(paths.map((path) => [path, kindsOf(path)]))
  const chosen: string[] = []
  for (;;) {
    const [[path, kinds] = ['', new Set()]] = [...left].toSorted(([, a], [, b]) => b.size - a.size)
    if (kinds.size === 0) return chosen
    chosen.push(path)
    for (const [other, those] of left)
      left.set(other, new Set([...those].filter((kind) => !kinds.has(kind))))
  }
}

/** Each rule of axe that the page breaks, and where. */
async function findViolations(
  page: Page,
  { within = 'html', ...options }: axe.RunOptions & { within?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([place, given]) => (window as unknown as { axe: typeof axe }).axe.run(place, given),
    [within, { resultTypes: ['violations'], ...options } as axe.RunOptions] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  )
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Redoc draws by script, the button last; elsewhere a script lets the keyboard reach code that scrolls. */
async function drawn(page: Page, path: string): Promise<void> {
  if (isRedoc(path))
    return page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.expressive-code pre')].every(
      (code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0,
    ),
  )
}

type Look = { colorScheme: 'light' | 'dark'; size: typeof desk }

/** What is wrong with what an open page shows. */
async function judgeView(page: Page, path: string, { colorScheme, size }: Look): Promise<string[]> {
  const isFirst = colorScheme === 'light' && size === desk
  // Elsewhere, what is around the text is the same on every page.
  const within = isFirst || path === '/' || isRedoc(path) ? 'html' : 'main'
  const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
  const found = await findViolations(page, { within, ...rules })
  const overflow = await overflowOf(page)
  if (overflow > 0) found.push(`overflow: ${overflow} pixels`)
  const raw = page.getByText('](../').filter({ visible: true })
  if ((await raw.count()) > 0) found.push(`Markdown: ${await raw.last().textContent()}`)
  return found.map((one) => `${one} (${colorScheme}, ${size.width} pixels)`)
}

/** What moved while the page was loaded: call it before the size changes, which moves everything. */
async function judgeShift(page: Page): Promise<string[]> {
  // By the second frame, the move of the first one is reported.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  const shift = Number(await page.evaluate('globalThis.layoutShift ?? 0'))
  return shift > 0.02 ? [`layout shift: ${shift} (${page.viewportSize()?.width} pixels)`] : []
}

/** Loads the page once in each theme, each time at another width and view, and judges all views at both widths. */
async function judgeLooks({ page, go }: Window, path: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const sizes = colorScheme === 'light' ? [desk, phone] : [phone, desk]
    await page.emulateMedia({ colorScheme })
    for (const size of sizes) {
      await page.setViewportSize(size)
      if (size === sizes[0]) {
        await go(colorScheme === 'light' ? path + (innerViews[path]?.[0] ?? '') : path)
        await drawn(page, path)
        found.push(...(await judgeShift(page)))
      }
      for (const [hash, heading] of viewsOf(path)) {
        if (hash) await page.evaluate(`location.hash = '${hash}'`)
        if (heading)
          await page.locator('#redoc').getByRole('heading', { name: heading }).first().waitFor()
        await drawn(page, path)
        found.push(...(await judgeView(page, path, { colorScheme, size })))
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/** Everything that is wrong with one page; one that is not varied is only loaded, on a phone. */
async function judge(window: Window, path: string, isVaried: boolean): Promise<string[]> {
  const { page, problems, go, weigh } = window
  problems.length = 0
  const found: string[] = []
  if (isVaried) found.push(...(await judgeLooks(window, path)))
  else {
    await page.setViewportSize(phone)
    await go(path)
    found.push(...(await judgeShift(page)))
    const overflow = await overflowOf(page)
    if (overflow > 0) found.push(`overflow: ${overflow} pixels at ${phone.width}`)
  }
  const [weight, most] = [weigh(), budgetOf(path) * 1024]
  if (weight > most) found.push(`weight: ${weight} bytes, it may have ${most}`)
  if (weight === 0) found.push('weight: nothing was weighed')
  return [...found, ...problems]
    .filter((problem) => !known.some(([isOf, pattern]) => isOf(path) && pattern.test(problem)))
    .map((problem) => `${path} ${problem}`)
}

/** Two windows, as there are two cores. */
async function judgeAll(paths: readonly string[], varied = paths): Promise<string[]> {
  const queue = [...new Set([...varied, ...paths])]
  const found: string[] = []
  const work = async () => {
    const window = await openSite()
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      found.push(...(await judge(window, path, varied.includes(path))))
    }
  }
  await Promise.all([work(), work()])
  return found
}

describe('no page has an error, leaves the site, breaks a rule of axe, moves while it loads, is too wide or too heavy:', () => {
  it('pages of the site', { timeout: 600_000 }, async () => {
    const own = paths.filter((path) => !isRedoc(path))
    expect(own.length).toBeGreaterThan(40)
    const varied = chooseVaried(own)
    // Only there axe judges in both themes what is around the text.
    expect(varied).toContain('/')
    expect(varied.length).toBeGreaterThan(5)
    expect(await judgeAll(own, varied)).toEqual([])
  })

  it('pages of Redoc', { timeout: 300_000 }, async () => {
    const own = paths.filter(isRedoc)
    expect(own).toEqual(documents.map(({ id }) => `/reference/${id}.html`).toSorted())
    expect(own).toEqual(Object.keys(innerViews).toSorted())
    expect(await judgeAll(own)).toEqual([])
  })
})

it('finds every kind of fault', async () => {
  const { page, go, problems } = await openSite()
  await go('/')
  await page.evaluate(async () => {
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
  const violations = (await findViolations(page)).map((one) => one.split(' ')[0])
  expect(violations).toEqual(
    expect.arrayContaining(['html-has-lang', 'color-contrast', 'image-alt']),
  )
  expect(await overflowOf(page)).toBeGreaterThan(1000)
  const text = problems.join('\n')
  for (const part of ['said', 'policy connect-src', 'policy img-src', 'policy script-src-elem']) {
    expect(text).toContain(part)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

it('counts a request to another site, which is blocked', async () => {
  const { page, go, problems } = await openSite({ bypassCSP: true })
  await go('/')
  const answer = page.evaluate(() => fetch('https://elsewhere.example/').then(() => 'came'))
  await expect(answer).rejects.toThrow('Failed to fetch')
  expect(problems).toContain('request to https://elsewhere.example/')
})
