import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { buildDocs } from '../src/build-docs.ts'
import { packageFolder } from '../src/docs-folder.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'
import { specsFolder } from '../src/specs-folder.ts'
import { bundled } from './all-pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** A folder for the site, in which a build of before stands. */
function builtBefore(): string {
  const outDir = join(folder, 'dist')
  mkdirSync(outDir)
  writeFileSync(join(outDir, 'old.html'), 'a page of before')
  return outDir
}

function expectUntouched(outDir: string): void {
  expect(readdirSync(folder)).not.toContain('dist.draft')
  expect(readdirSync(outDir)).toEqual(['old.html'])
}

/** What a process left of its builds. */
const workFolders = (pid: number | undefined) =>
  readdirSync(join(packageFolder, 'reports')).filter((name) => name.startsWith(`site-${pid}-`))

it('passes on what the bundler says, and leaves the built site as it was', async () => {
  const specs = join(folder, 'specs')
  cpSync(specsFolder(), specs, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|test|reports|dist|\.turbo)$/.test(path),
  })
  const file = join(specs, 'openapi.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('country-list.yaml', 'gone.yaml'))
  const outDir = builtBefore()
  await expect(buildDocs({ outDir, specs })).rejects.toMatchObject({
    name: 'DocsError',
    message: expect.stringMatching(/gone\.yaml/),
  })
  expectUntouched(outDir)
})

it('names the figure that a guide asks for and the contract does not have', () => {
  const renamed = JSON.stringify(bundled).replaceAll('attemptTimeoutMs', 'patienceMs')
  const gather = () => gatherPages({ documents: JSON.parse(renamed), specs: specsFolder() })
  expect(gather).toThrow(/content\/.+\.md names \{\{attemptTimeoutMs\}\}/)
})

it('stops once it is cancelled, and leaves the built site and no other folder', async () => {
  const outDir = builtBefore()
  const cancelling = new AbortController()
  const steps: string[] = []
  const onStep = (step: string) => {
    steps.push(step)
    // Astro has begun by then, and takes seconds.
    if (step.startsWith('building')) setImmediate(() => cancelling.abort(new Error('enough')))
  }
  const built = buildDocs({ outDir, signal: cancelling.signal, onStep })
  await expect(built).rejects.toThrow('enough')
  expect(steps).toEqual(['reading the documents', expect.stringMatching(/^building \d+ pages$/)])
  expectUntouched(outDir)
  expect(workFolders(process.pid)).toEqual([])
})

it('stops as a command too, at SIGTERM, and says so', async () => {
  const build = spawn(process.execPath, [join(packageFolder, 'src/build.ts')])
  const said = Promise.all([text(build.stdout), text(build.stderr)])
  build.stdout.on('data', (line) => `${line}`.includes('building') && build.kill('SIGTERM'))
  const [code] = await once(build, 'close')
  expect(code).toBe(1)
  expect((await said).join('')).toMatch(
    /^docs: reading the documents …\ndocs: building \d+ pages …\ndocs: cancelled, nothing is replaced\.\n$/,
  )
  expect(workFolders(build.pid)).toEqual([])
})

it('does not begin where it is cancelled already', async () => {
  const outDir = builtBefore()
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(buildDocs({ outDir, signal })).rejects.toThrow('too late')
  expectUntouched(outDir)
})
