import { createServer } from 'node:net'
import { join } from 'node:path'
import { listen } from '@partner-platform/harness'
import { startApp } from '@partner-platform/settings/testing'
import { operations } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { startAll } from '../../src/start.ts'
import { copyDataFolders } from '../empty-data-folders.ts'

const free = { SERVER_PORT: 0, OPERATOR_PORT: 0, RECEIVER_PORT: 0, INBOX_PORT: 0, DOCS_PORT: 0 }

async function openFolders() {
  const { settings, remove } = await copyDataFolders()
  onTestFinished(remove)
  return settings
}

it('start finds its partner again after SIGKILL, withdraws its key, and ends with 0 on SIGINT', async () => {
  const file = join(import.meta.dirname, '../../src/start.ts')
  const ports = Object.fromEntries(Object.keys(free).map((name) => [name, '0']))
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
  // The second port of each app. The folders are free again after each failure.
  for (const name of ['OPERATOR_PORT', 'INBOX_PORT'])
    await expect(startAll({ ...free, ...folders, [name]: port })).rejects.toThrow(
      `Port ${port} is in use. Set ${name} to another port, or to 0 for any free one.`,
    )
})
