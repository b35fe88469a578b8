import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startAll } from '../../src/start-all.ts'
import { copyDataFolders } from '../empty-data-folders.ts'

const free = {
  ...{ SERVER_PORT: 0, RECEIVER_PORT: 0, INBOX_PORT: 0, DOCS_PORT: 0, OPERATOR_PORT: 0 },
}
const portsOfApps = Object.keys(free).filter((name) => name !== 'DOCS_PORT')

describe('a port in use', () => {
  it.each(portsOfApps)(
    'is named with its variable %s, and nothing is left listening',
    async (variable) => {
      const { server, receiver, remove } = await copyDataFolders()
      onTestFinished(remove)
      const blocker = createServer().listen(0, '127.0.0.1')
      await once(blocker, 'listening')
      const { port } = blocker.address() as { port: number }
      try {
        const folders = { DATA_FOLDER: server, RECEIVER_DATA_FOLDER: receiver }
        await expect(startAll({ ...free, ...folders, [variable]: port })).rejects.toThrow(
          `${variable} is wrong: expected a free port, received ${port}, which is in use.`,
        )
      } finally {
        blocker.close()
      }
    },
  )
})
