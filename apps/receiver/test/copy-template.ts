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
import { openStore } from '../src/index.ts'

const app = join(import.meta.dirname, '..')
const migrations = join(app, 'migrations')

/** A folder with an empty store that nobody has open. To make one takes seconds, to copy one does not. */
export async function copyTemplate(): Promise<string> {
  const template = await makeTemplate()
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-receiver-'))
  cpSync(template, folder, { recursive: true })
  return folder
}

/** Kept for the next run, until the tables or a dependency change. */
async function makeTemplate(): Promise<string> {
  const cache = join(app, 'node_modules/.cache/empty-store')
  const template = join(cache, digestOfStore())
  if (existsSync(template)) return template
  const draft = `${template}.${process.pid}.draft`
  const database = await openStore({ location: { kind: 'embedded', folder: draft } })
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

function digestOfStore(): string {
  const digest = createHash('sha256').update(readFileSync(join(app, '../../pnpm-lock.yaml')))
  for (const name of readdirSync(migrations).toSorted()) {
    if (name.endsWith('.sql')) digest.update(readFileSync(join(migrations, name)))
  }
  return digest.digest('hex').slice(0, 16)
}
