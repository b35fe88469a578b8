import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createDraft, type Draft } from './draft.ts'
import { ScaffoldError } from './scaffold-error.ts'

export type ScaffoldOptions = {
  /** Folder of the repository. */
  root: string
  /** Tells what would be written, and writes nothing. */
  dryRun: boolean
  /** Takes a line for people. */
  say: (line: string) => void
  /** Takes why nothing was written. */
  sayError: (line: string) => void
}

/** Writes what `fill` drafts, and gives the exit code: 1 where it is there already, 2 for a wrong wish. */
export function runScaffold(
  fill: (draft: Draft, root: string) => void,
  { root, dryRun, say, sayError }: ScaffoldOptions,
): 0 | 1 | 2 {
  const draft = createDraft(root)
  try {
    fill(draft, root)
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error
    sayError(error.message)
    return error.code === 'usage' ? 2 : 1
  }
  const files = draft.list()
  for (const { file, isNew } of files) say(`${isNew ? 'new    ' : 'changed'} ${file}`)
  if (dryRun) return 0
  draft.write()
  const sources = files.map(({ file }) => file).filter((file) => file.endsWith('.ts'))
  if (!format(root, sources)) say('Not formatted yet: npx pnpm@12 format tells why.')
  say('')
  say('Next: npx pnpm@12 generate, then npx pnpm@12 check:specs and the new test.')
  say('They name each place where a person must decide, and say what to write there.')
  return 0
}

/** Line breaks depend on how long the names are. Gives whether it could be done. */
function format(root: string, files: string[]): boolean {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'check', '--write', ...files]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' }).status === 0
}
