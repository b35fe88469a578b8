import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestDatabase } from '../open-test-database.ts'
import { startWriter, useFolders } from '../spawn-writer.ts'

const createFolder = useFolders()

/** What a folder holds against what its owners said, and how long it took to open. */
async function inspect(folder: string, acked: readonly number[]) {
  const started = performance.now()
  const database = await openTestDatabase({ kind: 'embedded', folder }, { superviseSeconds: 3_600 })
  const openedMs = performance.now() - started
  const rows = await database.query<{ id: number }>('select id from notes where id > 0 order by id')
  const jobs = await database.query<{ id: number }>(
    `select (data ->> 'id')::integer as id from pgboss.job where name = 'errands' order by 1`,
  )
  const [last] = await database.query<{ text: string }>('select text from notes where id = 0')
  await database.close()
  const stored = rows.map(({ id }) => id)
  return {
    openedMs,
    stored,
    lost: acked.filter((id) => !stored.includes(id)),
    jobs: jobs.map(({ id }) => id),
    last: Number(last?.text),
  }
}

describe('the folder of a killed process', () => {
  it('opens at once with all committed data, kill after kill', async () => {
    const folder = await createFolder()
    const acked: number[] = []
    const openedMs: number[] = []
    for (const count of [1, 120]) {
      const writer = await startWriter(folder, String((acked.at(-1) ?? 0) + 100))
      await writer.said(count)
      await writer.kill()
      acked.push(...writer.acked())
      const found = await inspect(folder, acked)
      openedMs.push(Math.round(found.openedMs))
      expect(found.lost).toEqual([])
      expect(found.jobs).toEqual(found.stored)
      expect(found.last).toBe(found.stored.at(-1))
    }
    expect(acked.length).toBeGreaterThanOrEqual(1 + 120)
    console.log(`killed ${openedMs.length} times, ${acked.length} rows, opened in ms: ${openedMs}`)
  })

  it('lacks rows if a process reports them before it commits', async () => {
    const folder = await createFolder()
    const writer = await startWriter(folder, '100', 'ack-first')
    await writer.said(4)
    await writer.kill()
    expect((await inspect(folder, writer.acked())).lost).toEqual([103])
  })

  it('opens if the process died while creating the data', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'partner-platform-first-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const folder = join(parent, 'data')
    const writer = await startWriter(folder)
    const half = join(folder, 'postgres.new', 'PG_VERSION')
    await vi.waitFor(() => expect(existsSync(half)).toBe(true), { timeout: 30_000, interval: 1 })
    await writer.kill()
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
    expect((await inspect(folder, [])).stored).toEqual([])
  })
})
