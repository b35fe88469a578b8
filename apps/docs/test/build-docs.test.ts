import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { buildDocs } from '../src/build-docs.ts'
import { packageFolder, specsFolder } from '../src/folders.ts'
import { gatherPages } from '../src/pages/gather-pages.ts'
import { bundled } from './all-pages.ts'

/** Work folders that the builds of a process left behind. */
const workFolders = (pid: number | undefined) =>
  readdirSync(join(packageFolder, 'reports')).filter((name) => name.startsWith(`site-${pid}-`))

it('names a figure that a guide uses and the contract does not have', () => {
  const renamed = JSON.stringify(bundled).replaceAll('attemptTimeoutMs', 'patienceMs')
  const gather = () => gatherPages({ documents: JSON.parse(renamed), specs: specsFolder() })
  expect(gather).toThrow(/content\/.+\.md names \{\{attemptTimeoutMs\}\}/)
})

it('stops on SIGTERM as a command too, with a message', async () => {
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

it('does not start if it is already cancelled', async () => {
  const folder = temporaryFolder()
  const outDir = join(folder, 'dist')
  mkdirSync(outDir)
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(buildDocs({ outDir, signal })).rejects.toThrow('too late')
  expect(readdirSync(folder)).toEqual(['dist'])
})
