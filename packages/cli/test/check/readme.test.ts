import { spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkReadme, temporaryFolder } from '@partner-platform/harness'
import { expect, it, onTestFinished } from 'vitest'
import { main } from '../run.ts'

const path = join(import.meta.dirname, '../../README.md')
const readme = readFileSync(path, 'utf8')
const shellBlocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)

/** A folder with an `npx` that runs the command from its source. */
function folderWithNpx(): string {
  const folder = temporaryFolder()
  const npx = join(folder, 'npx')
  const run = `"${process.execPath}" --conditions=@partner-platform/source "${main}"`
  writeFileSync(npx, `#!/bin/sh\n[ "$1" = partner-platform ] || exit 99\nshift\nexec ${run} "$@"\n`)
  chmodSync(npx, 0o755)
  return folder
}

/** Lines for a shell as a process group of their own, so that Ctrl-C reaches all of it. */
function startShell(text: string, folder: string) {
  const child = spawn('sh', ['-e', '-c', text], {
    cwd: folder,
    detached: true,
    env: { PATH: [folder, dirname(process.execPath), process.env.PATH].join(':') },
  })
  const interrupt = () => process.kill(-(child.pid as number), 'SIGINT')
  let [stdout, stderr] = ['', '']
  const url = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      const [found] = /http:\/\/[^\s,]+/.exec(stdout) ?? []
      if (found) resolve(found)
    })
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null)
      process.kill(-(child.pid as number), 'SIGKILL')
    await ended
  })
  return { url, ended, interrupt }
}

it('README has first steps that work as written: listen, send, replay, verify, conformance', async () => {
  const [install = '', receive = '', use = ''] = shellBlocks
  expect(install).toMatch(/^npm install --save-dev @partner-platform\/cli\b.*\n$/)
  const folder = folderWithNpx()
  // Any free port in place of the default, which somebody may use on this machine.
  const listener = startShell(receive.replace('listen ', 'listen --port 0 '), folder)
  const url = await listener.url
  expect(use.match(/http:\/\/127\.0\.0\.1:4020\/webhooks/g)).toHaveLength(4)
  const user = startShell(use.replaceAll('http://127.0.0.1:4020/webhooks', url), folder)
  const used = await user.ended
  expect([used.code, used.stderr]).toEqual([0, ''])
  expect(used.stdout.match(/✓ 202 after \d+ ms: accepted/g)).toHaveLength(4)
  expect(used.stdout).toContain('✓ signature: verifies with secret 1\n✓ payload: ')
  expect(used.stdout).toMatch(/0 failed/)
  listener.interrupt()
  const { stdout, stderr } = await listener.ended
  expect(stdout).toMatch(/#1 {2}202 accepted {2}submission\.updated {2}VISA_GRANTED/)
  expect(stdout).toMatch(/#3 {2}202 duplicate/)
  expect(stderr).toMatch(/^\d+ received, \d+ accepted\.$/m)
})

it('README has examples that compile and run', async () => {
  expect(await checkReadme(path)).toBe(1)
})
