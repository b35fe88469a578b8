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
import { packageFolder, specsFolder } from '../src/folders.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'
import { bundled } from './all-pages.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** A site folder that holds an earlier build. */
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

/** Work folders that the builds of a process left behind. */
const workFolders = (pid: number | undefined) =>
  readdirSync(join(packageFolder, 'reports')).filter((name) => name.startsWith(`site-${pid}-`))

it('passes on the message of the bundler, and leaves the built site as it was', async () => {
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

it('names a figure that a guide uses and the contract does not have', () => {
  const renamed = JSON.stringify(bundled).replaceAll('attemptTimeoutMs', 'patienceMs')
  const gather = () => gatherPages({ documents: JSON.parse(renamed), specs: specsFolder() })
  expect(gather).toThrow(/content\/.+\.md names \{\{attemptTimeoutMs\}\}/)
})

it('stops when it is cancelled, keeps the built site, and leaves no other folder', async () => {
  const outDir = builtBefore()
  const cancelling = new AbortController()
  const steps: string[] = []
  const onStep = (step: string) => {
    steps.push(step)
    // Astro is running by then, and takes seconds.
    if (step.startsWith('building')) setImmediate(() => cancelling.abort(new Error('enough')))
  }
  const built = buildDocs({ outDir, signal: cancelling.signal, onStep })
  await expect(built).rejects.toThrow('enough')
  expect(steps).toEqual(['reading the documents', expect.stringMatching(/^building \d+ pages$/)])
  expectUntouched(outDir)
  expect(workFolders(process.pid)).toEqual([])
})

it('stops on SIGTERM as a command too, and says so', async () => {
  const build = spawn(process.execPath, [join(packageFolder, 'src/build.ts')])
  const said = Promise.all([text(build.stdout), text(build.stderr)])
  build.stdout.on('data', (line) => `${line}`.includes('building') && build.kill('SIGTERM'))
  const [code] = await once(build, 'close')
  expect(code).toBe(1)
  expect((await said).join('')).toMatch(
    /^docs: reading the documents …\ndocs: building \d+ pages …\ndocs: cancelled\. Nothing was replaced\.\n$/,
  )
  expect(workFolders(build.pid)).toEqual([])
})

it('does not begin if it is already cancelled', async () => {
  const outDir = builtBefore()
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(buildDocs({ outDir, signal })).rejects.toThrow('too late')
  expectUntouched(outDir)
})
