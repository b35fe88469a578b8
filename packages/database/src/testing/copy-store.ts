import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Database } from '../database.ts'
import { templateFolder } from './template-folder.ts'

export type StoreCopyOptions = {
  /** Folder of the app, which has its `migrations`. */
  app: string
  /** Opens the app's embedded store in a folder whose store has no tables yet. */
  open(folder: string): Promise<Pick<Database, 'close'>>
}

/**
 * A folder with an app's empty store that nobody has open. To make one takes seconds, to copy one does
 * not: one is kept for the next run, until the tables or a dependency change.
 */
export async function copyStore(options: StoreCopyOptions): Promise<string> {
  const template = await findTemplate(options)
  const folder = mkdtempSync(join(tmpdir(), `partner-platform-${basename(options.app)}-`))
  cpSync(template, folder, { recursive: true })
  return folder
}

const templates = new Map<string, Promise<string>>()

/** Makes a missing template once, even if tests that run at the same time ask for it. */
function findTemplate(options: StoreCopyOptions): Promise<string> {
  const template = templates.get(options.app) ?? makeTemplate(options)
  templates.set(options.app, template)
  return template
}

async function makeTemplate({ app, open }: StoreCopyOptions): Promise<string> {
  const cache = join(app, 'node_modules/.cache/empty-store')
  const template = join(cache, digestOfStore(app))
  if (existsSync(template)) return template
  const draft = `${template}.${process.pid}.draft`
  cpSync(await templateFolder(), draft, { recursive: true })
  const database = await open(draft)
  await database.close()
  try {
    renameSync(draft, template)
  } catch {
    // Another test file was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  for (const name of readdirSync(cache)) {
    const isOld = name !== basename(template) && !name.endsWith('.draft')
    if (isOld) rmSync(join(cache, name), { recursive: true, force: true })
  }
  return template
}

function digestOfStore(app: string): string {
  const migrations = join(app, 'migrations')
  const digest = createHash('sha256').update(readFileSync(join(app, '../../pnpm-lock.yaml')))
  for (const name of readdirSync(migrations).toSorted()) {
    if (name.endsWith('.sql')) digest.update(readFileSync(join(migrations, name)))
  }
  return digest.digest('hex').slice(0, 16)
}
