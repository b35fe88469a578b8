import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { operations } from '@partner-platform/types'
import { expect, it, onTestFinished } from 'vitest'
import { copyDataFolders } from '../empty-data-folders.ts'

const file = join(import.meta.dirname, '../../src/start.ts')
const ports = {
  ...{ SERVER_PORT: '0', OPERATOR_PORT: '0', RECEIVER_PORT: '0', INBOX_PORT: '0', DOCS_PORT: '0' },
}

it('start finds its partner again after SIGKILL, withdraws its key, and ends with 0 on SIGINT', async () => {
  const { server, receiver, remove } = await copyDataFolders()
  onTestFinished(remove)
  const env = { ...ports, DATA_FOLDER: server, RECEIVER_DATA_FOLDER: receiver }
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
