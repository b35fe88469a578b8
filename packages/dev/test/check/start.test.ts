import { createServer } from 'node:net'
import { join } from 'node:path'
import { listen } from '@partner-platform/harness'
import { startApp } from '@partner-platform/settings/testing'
import { operations } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { startAll } from '../../src/start.ts'
import { copyDataFolders, freePorts } from '../empty-data-folders.ts'

async function openFolders() {
  const { settings, remove } = await copyDataFolders()
  onTestFinished(remove)
  return settings
}

it('start finds its partner again after SIGKILL, withdraws its key, and ends with 0 on SIGINT', async () => {
  const file = join(import.meta.dirname, '../../src/start.ts')
  const ports = Object.fromEntries(Object.keys(freePorts).map((name) => [name, '0']))
  const env = { ...ports, ...(await openFolders()) }
  const keyOf = (text: string) => /ppk_dev_\w+/.exec(text)?.[0] ?? 'none'
  const first = startApp({ file, env })
  await first.ready
  first.child.kill('SIGKILL')
  const { stdout } = await first.ended
  const second = startApp({ file, env })
  const url = `${new URL(await second.ready).origin}${operations.listCountries.path}`
  const old = await fetch(url, { headers: { 'x-api-key': keyOf(stdout) } })
  second.child.kill('SIGINT')
  const { code, stdout: again, stderr } = await second.ended
  expect([code, stderr, old.status]).toEqual([0, '', 401])
  expect(keyOf(again)).not.toBe(keyOf(stdout))
  expect(again.match(/✓/g)).toHaveLength(3)
})

it('start names the variable of a port in use, and leaves nothing listening', async () => {
  const folders = await openFolders()
  const port = await listen(createServer())
  const expectRefusal = (name: string, given: typeof folders) =>
    expect(startAll({ ...freePorts, ...given, [name]: port })).rejects.toThrow(
      `Port ${port} is in use. Set ${name} to another port, or to 0 for any free one.`,
    )
  // The docs take their port before the stores open.
  await expectRefusal('DOCS_PORT', { DATA_FOLDER: '/missing', RECEIVER_DATA_FOLDER: '/missing' })
  // The second port of each app. Each failure frees the folders again.
  for (const name of ['OPERATOR_PORT', 'INBOX_PORT']) await expectRefusal(name, folders)
})
