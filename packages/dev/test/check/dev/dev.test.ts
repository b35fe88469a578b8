import {
  chmodSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { openBrowser } from '@partner-platform/harness/browser'
import { until } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { copyRepository } from '../../../src/copy-repository.ts'
import { commitCopy } from '../commit-copy.ts'
import { startDev } from './start-dev.ts'

/** A repository of its own, with one commit: what changes is compared with that. */
function openRepository() {
  const { folder, remove } = copyRepository()
  onTestFinished(remove)
  commitCopy(folder)
  return {
    folder,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    /** Saves a file with a text in the place of another one, which must be there; gives the way back. */
    edit(path: string, [old, next]: [string, string]) {
      const before = readFileSync(join(folder, path), 'utf8')
      expect(before).toContain(old)
      writeFileSync(join(folder, path), before.replace(old, next))
      return () => writeFileSync(join(folder, path), before)
    },
  }
}

async function openTab(url: string) {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(url)
  return { page, overlay: page.locator('#dev-overlay') }
}

/** A folder for temporary files, which the user that Postgres runs as may enter. */
function makeTemporaryFolder(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  return folder
}

const country = 'specs/schemas/country.yaml'
const operator = 'specs/operator.yaml'
const example = 'specs/examples/submission-updated/valid/compact.json'
const timeout = 600_000

describe('dev', () => {
  it('follows what is saved, and keeps serving the last good version', { timeout }, async () => {
    const temporary = makeTemporaryFolder()
    const { folder, read, edit } = openRepository()
    const dev = await startDev(folder, { TMPDIR: temporary })
    onTestFinished(async () => void (await dev.stop()))
    await dev.green()
    // Apps are replaced between calls, so no connection is kept.
    const headers = { connection: 'close', 'x-api-key': dev.apiKey }
    const countries = () => fetch(dev.placeOf('server'), { headers }).then((it) => it.status)
    expect(await countries()).toBe(200)
    const { page, overlay } = await openTab(`${dev.placeOf('docs')}reference/openapi/schemas/`)
    // Whatever the contract says today.
    const words: string = parse(read(country)).properties.name.description
    const [bound = ''] = /maxLength: \d+/.exec(read(operator)) ?? []
    await page.getByText(words, { exact: true }).first().waitFor()

    // Words: what derives from them, and pages. Files that tools wrote meanwhile start no round.
    edit(country, [words, 'Words of a test.'])
    expect(await dev.green()).toMatch(
      / {2}specs\/schemas\/country\.yaml\n.*\(check [\d.]+, derive [\d.]+\)/,
    )
    await page.getByText('Words of a test.', { exact: true }).first().waitFor()
    expect(read('packages/types/src/generated/openapi.ts')).toContain('Words of a test.')
    expect(await countries()).toBe(200)
    await dev.says(/HEAD:specs → specs: patch/)

    // A rule: both apps are replaced, with the same key; the compiler need not run.
    const operatorFiles = [operator, 'apps/server/src/generated/validators.js']
    const older = operatorFiles.map((file) => [file, read(file)] as const)
    edit(operator, [bound, `${bound}1`])
    expect(await dev.green()).toMatch(/\(check [\d.]+, derive [\d.]+, apps [\d.]+\)/)
    expect(await countries()).toBe(200)

    // A checkout brings generated code along: the apps follow all the same.
    for (const [file, text] of older.toReversed()) writeFileSync(join(folder, file), text)
    expect(await dev.green()).toContain('apps')

    // A mistake is shown in the terminal and over the page, until it is mended.
    const mend = edit(example, ['"status":"', '"status":5,"was":"'])
    const wrong = await dev.setBack()
    expect(wrong).toContain(`${example}:1:`)
    expect(wrong).toContain('#/submission/status')
    expect(wrong).toContain('Correct the example')
    expect(wrong).toContain('> 1 | {"event"')
    await overlay.getByText('The contract has').waitFor()
    expect(await overlay.locator('pre').first().textContent()).toContain(`${example}:1:`)
    expect(await countries()).toBe(200)
    mend()
    await dev.green()
    await overlay.waitFor({ state: 'hidden' })

    // Code that does not compile. Once it does, the pages show the words that were saved meanwhile.
    const cue = join(temporary, 'end')
    const code = `if (process.getBuiltinModule('node:fs').existsSync('${cue}')) process.exit(3)`
    edit('apps/receiver/src/main.ts', ['\nawait ', `\nsetInterval(() => { ${code} }, 100)\nawait `])
    edit(country, ['Words of a test.', 'Other words of a test.'])
    const fit = edit('apps/server/src/build-server.ts', [
      'export async function',
      'export const misfit: number = "text"\nexport async function',
    ])
    expect(await dev.setBack()).toMatch(/build-server\.ts:\d+:\d+ - error TS2322/)
    await overlay.getByText('Code no longer fits').waitFor()
    expect(await countries()).toBe(200)
    fit()
    await dev.green()
    await page.getByText('Other words of a test.', { exact: true }).first().waitFor()

    // An app that exits is reported, and the next valid save restarts it.
    writeFileSync(cue, '')
    await dev.says(/✗ An app exited\. Save a valid change to restart it\./)
    await overlay.getByText('An app exited').waitFor()
    rmSync(cue)

    // A breaking change is no error: the verdict is shown.
    const asyncapi = 'specs/asyncapi.yaml'
    const [found = '', limit = ''] =
      /attemptTimeoutMs:\n.*\n {4}value: (\d+)/.exec(read(asyncapi)) ?? []
    edit('specs/vectors/figures.json', [`"want": ${limit}`, `"want": ${Number(limit) - 1}`])
    edit(asyncapi, [found, found.replace(limit, `${Number(limit) - 1}`)])
    // Code reads it, so its types are checked.
    expect(await dev.green()).toContain('types')
    expect(await dev.says(/HEAD:specs → specs: \w+/)).toContain('major')
    await overlay.getByText('major').first().waitFor()
    await overlay.getByText('An app exited').waitFor({ state: 'hidden' })
    expect((await fetch(dev.placeOf('inbox'))).status).toBe(200)

    // Nothing is green without the store, whether an app is replaced or not.
    const [lock = ''] = globSync('*/**/postmaster.pid', { cwd: temporary })
    const postgres = Number(readFileSync(join(temporary, lock), 'utf8').split('\n')[0])
    process.kill(postgres, 'SIGQUIT')
    await until(() => !existsSync(join(temporary, lock)), { what: 'Postgres stopped' })
    edit(country, ['Other words of a test.', 'Last words of a test.'])
    expect(await dev.setBack()).toContain('Postgres stopped. Start dev again.')

    const ended = await dev.stop('SIGINT')
    expect(ended.output).not.toMatch(/\n\s+at \S+ \(/)
    expect(ended.code).toBe(0)
    const left = readdirSync(temporary).filter((name) => /^(partner-platform|contract)-/.test(name))
    expect(left).toEqual([])
  })
})
