import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { compareText } from '../json.ts'
import type { GeneratedFile } from '../model.ts'

/**
 * Makes `folder` hold the given files: writes what differs, removes what an earlier run wrote and is no
 * longer wanted, touches nothing else. All files are written to temporary names first and then renamed;
 * if a rename fails, everything is restored. Returns what changed. Throws if a file that was not
 * generated is in the way, or if the folder cannot be written.
 */
export function writeFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const differences = compareFiles(files, folder)
  const foreign = differences.find(({ kind }) => kind === 'foreign')
  if (foreign !== undefined)
    throw new Error(
      `${join(folder, foreign.path)} was not generated and is in the way. Delete it, or name another folder.`,
    )
  try {
    makeFolder(folder)
    replaceFiles(files, differences, folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = `Cannot write to ${folder} (${code}). Change its permissions, or choose another folder.`
    throw new Error(message, { cause: error })
  }
  return differences
}

/** Creates the folder and its parents one by one: the recursive form hangs if one cannot be created. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Makes all changes or none. */
function replaceFiles(
  files: readonly GeneratedFile[],
  differences: readonly Difference[],
  folder: string,
): void {
  const steps = differences.map(({ path, kind }) => {
    const place = join(folder, path)
    const next = join(folder, `.${path}.${process.pid}.tmp`)
    const before = kind === 'missing' ? undefined : readFileSync(place)
    return { place, next, before, content: files.find((file) => file.path === path)?.content }
  })
  const done: typeof steps = []
  try {
    for (const { content, next } of steps) if (content !== undefined) writeFileSync(next, content)
    for (const step of steps) {
      if (step.content === undefined) rmSync(step.place)
      else renameSync(step.next, step.place)
      done.push(step)
    }
  } catch (error) {
    for (const { before, place } of done)
      if (before === undefined) rmSync(place)
      else writeFileSync(place, before)
    throw error
  } finally {
    for (const { next } of steps) rmSync(next, { force: true })
  }
}

/** A file of the output folder that differs from what the documents generate. */
export interface Difference {
  path: string
  /**
   * `stale`: generated from other documents. `edited`: changed by hand since. `foreign`: a file that was
   * not generated, a folder or a link in the place of a generated file.
   */
  kind: 'stale' | 'edited' | 'missing' | 'extra' | 'foreign'
}

/** What would change if the files were written into `folder`, sorted by path. Writes nothing. */
export function compareFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const isOurs = (path: string) =>
    lstatSync(path).isFile() && isGenerated(readFileSync(path, 'utf8'))
  return checkFiles(files, folder).filter(
    ({ path, kind }) => kind !== 'extra' || isOurs(join(folder, path)),
  )
}

/** `compareFiles`, with other files as `extra`; writing leaves those alone. */
export function checkFiles(files: readonly GeneratedFile[], folder: string): Difference[] {
  const wanted = new Map(files.map(({ path, content }) => [path, content]))
  const onDisk = readFolder(folder)
  const paths = [...new Set([...wanted.keys(), ...onDisk.keys()])].toSorted(compareText)
  return paths.flatMap((path) => {
    const kind = kindOf(wanted.get(path), onDisk.get(path))
    return kind === undefined ? [] : [{ path, kind }]
  })
}

function kindOf(
  wanted: string | undefined,
  found: string | null | undefined,
): Difference['kind'] | undefined {
  if (wanted === found) return undefined
  if (wanted === undefined) return 'extra'
  if (found === undefined) return 'missing'
  if (found === null || !wasGenerated(found, wanted)) return 'foreign'
  return isEdited(found) ? 'edited' : 'stale'
}

/** The texts in a folder by name, null for what is not a regular file; empty if there is no folder. */
function readFolder(folder: string): Map<string, string | null> {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return new Map(entries.map((entry) => [entry.name, entry.isFile() ? read(entry.name) : null]))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return new Map()
    const message = `Cannot read ${folder} (${code}). Change its permissions, or choose another folder.`
    throw new Error(message, { cause: error })
  }
}

const MARK = '// Generated by contract-codegen from '
/** Other tools may put lines above it: licences and conflict markers. */
const LINES_ABOVE = 30
const LAST_LINE = /\/\*\* sha256 ([0-9a-f]{16}) \*\/\n$/

/**
 * The file with two more lines. The first says what generated it, from what, and what to run. The last
 * holds a digest of all above it, so that `isEdited` can tell an edit from a stale file.
 */
export function markGenerated(
  file: GeneratedFile,
  { sources, command }: { sources: readonly string[]; command: string },
): GeneratedFile {
  const line = `${MARK}${sources.join(', ')}. Do not edit: change the documents and run \`${command}\`.\n`
  // A doc comment: caches and watchers that skip those do not see a digest that changed with a description.
  const end = `/** sha256 ${digestOf(line, file.content)} */\n`
  return { path: file.path, content: line + file.content + end }
}

/** True for a text that an earlier run wrote. */
function isGenerated(content: string): boolean {
  return content.startsWith(MARK)
}

/** True for a text that an earlier run wrote where `wanted` belongs, even if its top was edited since. */
function wasGenerated(content: string, wanted: string): boolean {
  if (content.split('\n', LINES_ABOVE).some(isGenerated)) return true
  const body = wanted.slice(wanted.indexOf('\n') + 1)
  if (!content.endsWith(body)) return false
  const above = content.slice(0, content.length - body.length)
  return above.split('\n').every((line) => /^\s*($|\/\/|\/?\*)/.test(line))
}

/** True for a generated text that was changed since. */
function isEdited(content: string): boolean {
  const [line = '', digest] = LAST_LINE.exec(content) ?? []
  return digest !== digestOf(content.slice(0, content.length - line.length))
}

/** The digest of the texts in order. Joining large texts first would copy them. */
function digestOf(...texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('hex').slice(0, 16)
}
