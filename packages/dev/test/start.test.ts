import { createServer } from 'node:net'
import { listen } from '@partner-platform/harness'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startAll } from '../src/start.ts'
import { copyDataFolders } from './empty-data-folders.ts'

const ports = { SERVER_PORT: 0, RECEIVER_PORT: 0, INBOX_PORT: 0, DOCS_PORT: 0, OPERATOR_PORT: 0 }
const keyIn = (lines: readonly string[]) => /ppk_dev_\w+/.exec(lines.join())?.[0] ?? ''

async function openFolders() {
  const { server, receiver, remove } = await copyDataFolders()
  onTestFinished(remove)
  return { DATA_FOLDER: server, RECEIVER_DATA_FOLDER: receiver }
}

describe('start', () => {
  it('shows the round trip before the docs are built, and then the docs', async () => {
    const built = Promise.withResolvers<void>()
    const shown = Promise.withResolvers<string>()
    const write = (text: string) => {
      shown.resolve(text)
      return true
    }
    const out = { isTTY: false, rows: 0, write }
    const values = { ...ports, ...(await openFolders()) }
    const running = await startAll(values, { buildDocs: () => built.promise, out })
    onTestFinished(running.close)
    const text = running.lines.join('\n')
    expect(text.match(/✓/g)).toHaveLength(3)
    for (const place of ['server', 'operator', 'receiver', 'inbox', 'docs'])
      expect(text).toMatch(new RegExp(`^ {2}${place} +http://127\\.0\\.0\\.1:\\d+/`, 'm'))
    expect(keyIn(running.lines)).not.toBe('')
    const [docs = ''] = /(?<=docs +)http\S+/.exec(text) ?? []
    built.resolve()
    expect(await shown.promise).toContain(docs)
    expect((await fetch(docs)).headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('names DOCS_PORT if it is in use, before it opens anything else', async () => {
    const noFolders = { DATA_FOLDER: '/missing', RECEIVER_DATA_FOLDER: '/missing' }
    const port = await listen(createServer())
    await expect(startAll({ ...ports, ...noFolders, DOCS_PORT: port })).rejects.toThrow(
      `Port ${port} is in use. Set DOCS_PORT to another port, or to 0 for any free one.`,
    )
  })
})
