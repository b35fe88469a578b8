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
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Database } from '../open-database.ts'
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
  const template = await makeTemplate(options)
  const folder = mkdtempSync(join(tmpdir(), `partner-platform-${basename(options.app)}-`))
  cpSync(template, folder, { recursive: true })
  return folder
}

async function makeTemplate({ app, open }: StoreCopyOptions): Promise<string> {
  const cache = join(app, 'node_modules/.cache/empty-store')
  const template = join(cache, digestOfStore(app))
  if (existsSync(template)) return template
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${template}-`)
  cpSync(await templateFolder(), draft, { recursive: true })
  const database = await open(draft)
  await database.close()
  try {
    renameSync(draft, template)
  } catch (error) {
    // Another test was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(template)) throw error
  }
  for (const name of readdirSync(cache)) {
    // What begins like the template is a draft of it, which another test may still write.
    if (!name.startsWith(basename(template)))
      rmSync(join(cache, name), { recursive: true, force: true })
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
