import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { checkData, explainMissing, explainStart } from './check-data.ts'

/** What lies in the log beyond this is given back to the disk at a checkpoint. */
const startParams = [...PGlite.defaultStartParams, '-c', 'max_wal_size=64MB']

/** Postgres in this process, on a folder that nobody else has open, or in memory. */
export async function openPglite(folder: string | null): Promise<PGlite> {
  if (folder === null) return PGlite.create('memory://', { startParams })
  const data = join(folder, 'postgres')
  const mark = join(folder, 'has-data')
  if (existsSync(data)) checkData(data)
  else if (existsSync(mark)) throw explainMissing()
  else await makeData(data)
  // If the data is missing later, this mark keeps us from creating a new, empty store.
  if (!existsSync(mark)) writeFileSync(mark, '')
  // Left behind by a process that died; one that died while it wrote it left it empty, and then
  // Postgres would refuse to start. That nobody else runs on this folder is known already.
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return start(data)
}

/** Why it does not start Postgres tells its log only. */
async function start(data: string): Promise<PGlite> {
  const complaints: string[] = []
  const onStderr = (line: string) => {
    const [complaint] = /(FATAL|PANIC): .*/.exec(line) ?? []
    if (complaint) complaints.push(complaint)
    return false
  }
  try {
    return await PGlite.create(data, { startParams, onStderr })
  } catch (cause) {
    throw explainStart(complaints, cause)
  }
}

/** Data made half, by a process that died over it, must never be taken for data. */
async function makeData(data: string): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const pglite = await start(draft)
  await pglite.close()
  renameSync(draft, data)
}
