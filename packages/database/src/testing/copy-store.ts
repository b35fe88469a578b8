import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { openPglite } from '../embedded-engine.ts'
import type { Database } from '../open-database.ts'

type StoreCopyOptions = {
  /** Folder of the app, which contains `migrations`. */
  app: string
  /** Opens the app's embedded store in a folder whose store has no tables yet. */
  open(folder: string): Promise<Pick<Database, 'close'>>
}

/**
 * A folder with an app's empty store that is not open. Creating one takes seconds, so one is kept and
 * copied until the tables or a dependency change.
 */
export async function copyStore({ app, open }: StoreCopyOptions): Promise<string> {
  const cache = join(app, 'node_modules/.cache/empty-store')
  const digest = digestOfStore(app)
  const template = await makeOnce(join(cache, digest), async (draft) => {
    cpSync(await templateFolder(), draft, { recursive: true })
    const database = await open(draft)
    await database.close()
    // A name that begins like the template is a draft, which another test may still be writing.
    for (const name of readdirSync(cache).filter((name) => !name.startsWith(digest)))
      rmSync(join(cache, name), { recursive: true, force: true })
  })
  const folder = mkdtempSync(join(tmpdir(), `partner-platform-${basename(app)}-`))
  cpSync(template, folder, { recursive: true })
  return folder
}

function digestOfStore(app: string): string {
  const migrations = join(app, 'migrations')
  const digest = createHash('sha256').update(readFileSync(join(app, '../../pnpm-lock.yaml')))
  for (const name of readdirSync(migrations).toSorted()) {
    if (name.endsWith('.sql')) digest.update(readFileSync(join(migrations, name)))
  }
  return digest.digest('hex').slice(0, 16)
}

const apps = join(import.meta.dirname, '../../../../apps')

type Open<D> = (options: { location: { kind: 'embedded'; folder: string } }) => Promise<D>

/** An app's empty embedded store, copied from a template. Its folder is removed on close. */
export async function openEmptyStore<D extends Database>(
  app: 'server' | 'receiver',
  open: Open<D>,
): Promise<D> {
  const openIn = (folder: string) => open({ location: { kind: 'embedded', folder } })
  const folder = await copyStore({ app: join(apps, app), open: openIn })
  const database = await openIn(folder)
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An empty data folder to copy: creating one takes seconds, and each test file needs one. */
export const templateFolder = () =>
  makeOnce(cacheFolder('@electric-sql/pglite'), async (draft) => {
    const pglite = await openPglite(draft)
    await pglite.close()
  })

/** A folder for what this version of a package makes. */
export function cacheFolder(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url) ?? ''
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(import.meta.dirname, '../../node_modules/.cache', `${basename(name)}-${version}`)
}

/** The folder, filled by `fill` if it does not exist yet. Several processes may ask at once. */
export async function makeOnce(folder: string, fill: (draft: string) => Promise<void>) {
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  await fill(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}
