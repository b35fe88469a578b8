import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { StoreDownError } from '../../src/errors.ts'
import { openEmbedded, useFolders } from '../open-embedded.ts'
import { rejectionOf } from '../open-test-database.ts'

const createFolder = useFolders()
/** Where the page of the log ends that has the last checkpoint, in bytes from the beginning of its file. */
let checkpointAt: number
/** Data whose 4,000 rows are in the log alone, as a killed process leaves them. */
let killed: string
beforeAll(async () => {
  const folder = await createFolder()
  const database = await openEmbedded(folder)
  await database.query('create table notes (number integer)')
  await database.query('checkpoint')
  const [end] = await database.query<{ at: number }>(
    "select (pg_current_wal_lsn() - '0/0')::bigint::integer as at",
  )
  checkpointAt = Math.ceil((Number(end?.at) % segmentBytes) / pageBytes) * pageBytes
  await database.query('insert into notes select generate_series(1, 4000)')
  killed = `${folder}-killed`
  cpSync(folder, killed, { recursive: true })
  await database.close()
})
afterAll(() => rmSync(killed, { recursive: true, force: true }))

const segmentBytes = 16 * 2 ** 20
const pageBytes = 8192

type Damage = (data: string) => void

const remove =
  (...parts: string[]): Damage =>
  (data) => {
    for (const part of parts) rmSync(join(data, part), { recursive: true })
  }
const keepOnly =
  (kept: string): Damage =>
  (data) =>
    remove(...readdirSync(data).filter((name) => name !== kept))(data)
const onLog =
  (change: (segment: string) => void): Damage =>
  (data) => {
    const log = join(data, 'pg_wal')
    for (const name of readdirSync(log)) if (/^[0-9A-F]{24}$/.test(name)) change(join(log, name))
  }
const overwrite =
  (part: string, change: (bytes: Buffer) => Buffer | string): Damage =>
  (data) =>
    writeFileSync(join(data, part), change(readFileSync(join(data, part))))

/** Takes away all that was written after the checkpoint. */
const cutLog = onLog((segment) => truncateSync(segment, checkpointAt))

const restore = /Restore the folder from a backup/

function copyDamaged(damage: Damage): string {
  const folder = `${killed}-${Math.random()}`
  cpSync(killed, folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true }))
  damage(join(folder, 'postgres'))
  return folder
}

/** Names and sizes of all that is there. */
const listing = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'lock')
    .map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name)).length,
    ])

describe('a damaged data folder', () => {
  it.each<[string, Damage]>([
    ['nothing is missing', () => {}],
    // The state that a process leaves if it dies between the two steps of writing its id.
    ['its process id is missing', (data) => writeFileSync(join(data, 'postmaster.pid'), '')],
  ])('opens with all committed data if %s', async (_, damage) => {
    const database = await openEmbedded(copyDamaged(damage))
    onTestFinished(() => database.close())
    expect(await database.query('select count(*)::integer as count from notes')).toEqual([
      { count: 4000 },
    ])
  })

  it.each<[string, Damage, RegExp]>([
    [
      'all of it is missing',
      (data) => rmSync(data, { recursive: true }),
      /its folder postgres is missing\./,
    ],
    [
      'only base is left',
      keepOnly('base'),
      /damaged: PG_VERSION, global\/pg_control, pg_wal, pg_xact, pg_multixact\/offsets, pg_multixact\/members is missing\./,
    ],
    ['its tables are missing', remove('base'), /damaged: base is missing\./],
    ['its log is empty', onLog((segment) => rmSync(segment)), /pg_wal has no file\./],
    ['its state of transactions is missing', remove('pg_xact/0000'), /pg_xact is empty\./],
    [
      'its state of transactions is cut',
      overwrite('pg_xact/0000', (bytes) => bytes.subarray(0, 100)),
      /pg_xact is truncated\./,
    ],
    ['its log is cut', cutLog, /pg_wal\/0{7}10{15}1 is truncated\./],
  ])('is refused, and not changed, if %s', async (_, damage, received) => {
    const folder = copyDamaged(damage)
    const before = listing(folder)
    const error = await rejectionOf(openEmbedded(folder))
    expect(error).toBeInstanceOf(StoreDownError)
    expect(String(error)).toMatch(received)
    expect(String(error)).toMatch(restore)
    expect(listing(folder)).toEqual(before)
  })

  it.each<[string, Damage, RegExp]>([
    [
      'a damaged control file',
      overwrite('global/pg_control', (bytes) => bytes.fill(0xff, 20, 24)),
      restore,
    ],
    [
      'a control file that is cut',
      overwrite('global/pg_control', (bytes) => bytes.subarray(0, 100)),
      restore,
    ],
    ['another version', overwrite('PG_VERSION', () => '15\n'), /It was written by another version/],
  ])('with %s says what to do', async (_, damage, advice) => {
    const error = await rejectionOf(openEmbedded(copyDamaged(damage)))
    expect(error).toBeInstanceOf(StoreDownError)
    expect(String(error)).toMatch(advice)
  })

  it('has lost rows if the mutant without checks opens it', async () => {
    const folder = copyDamaged(cutLog)
    const engine = await PGlite.create(join(folder, 'postgres'))
    onTestFinished(() => engine.close())
    const { rows } = await engine.query('select * from notes')
    expect(rows).toEqual([])
  })
})
