import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters, styleText } from 'node:util'
import { root } from '../workspaces.ts'
import type { LiveDocs } from './docs/serve-live-docs.ts'
import type { Following, Outcome } from './follow-saves.ts'
import type { FileWatch } from './watch-files.ts'

type KeepFollowingOptions = {
  follow: Following['follow']
  files: Pick<FileWatch, 'next'>
  docs: Pick<LiveDocs, 'tell'>
  signal: AbortSignal
}

const say = (...lines: readonly string[]) => {
  const text = lines.join('\n')
  console.log(process.stdout.isTTY ? text : stripVTControlCharacters(text))
}

export const report = (outcome: Outcome): void => say(...toLines(outcome))

/** Follows and reports the files as they are, then each save, until the signal. */
export async function keepFollowing({ follow, files, docs, signal }: KeepFollowingOptions) {
  let paths: readonly string[] = ['specs/']
  while (!signal.aborted) {
    const outcome = await follow(paths)
    if (signal.aborted) return
    report(outcome)
    const judging = new AbortController()
    if (outcome.isGreen) {
      compareRelease(AbortSignal.any([judging.signal, signal])).then(
        (verdict) => {
          if (verdict === null) return
          say(...toSummary(verdict).map((line) => `    ${line}`))
          if (verdict.isBreaking) docs.tell(toNotice(verdict))
        },
        ({ message }: Error) => say(`    Cannot compare with the last release: ${message}`),
      )
    }
    paths = await files.next()
    judging.abort()
    say('', styleText('dim', `${new Date().toTimeString().slice(0, 8)}  ${toSaved(paths)}`))
  }
}

const toSaved = (paths: readonly string[]) =>
  paths.length > 3
    ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`
    : paths.join(', ')

const toLines = (outcome: Outcome): string[] =>
  outcome.isGreen
    ? [`  ${styleText('green', '✓')} green in ${outcome.took}`]
    : [
        ...outcome.entries.map((entry) => `\n${entry}`),
        `\n  ${styleText('red', '✗')} ${outcome.title}${outcome.isOver ? '' : '; still serving the last good version'}.`,
      ]

/** Without the tables that follow the findings. */
function toSummary({ text }: Verdict): string[] {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => line.startsWith('documents '))
  return lines.slice(0, end < 0 ? lines.length : end).filter((line) => line !== '')
}

function toNotice(verdict: Verdict) {
  const [title = '', ...entries] = toSummary(verdict)
  return { title, entries: [entries.join('\n')], isNotice: true }
}

type Verdict = {
  /** Whether somebody must change something. */
  isBreaking: boolean
  /** As `contract-compat` prints it. */
  text: string
}

const compat = join(root, 'packages/compat/src/main.ts')

/** Compares with the last release, or else the last commit. `null` after the signal or without history. */
async function compareRelease(signal: AbortSignal): Promise<Verdict | null> {
  if (!existsSync(join(root, '.git'))) return null
  const released = await runCompat(['--last-release'], signal)
  if (signal.aborted) return null
  const found = released.text.startsWith('no release yet')
    ? await runCompat(['HEAD'], signal)
    : released
  return signal.aborted ? null : { isBreaking: found.code === 1, text: found.text }
}

async function runCompat(args: readonly string[], signal: AbortSignal) {
  // If it is stopped, it leaves its temporary files.
  const scratch = mkdtempSync(join(tmpdir(), 'partner-platform-dev-'))
  const flags = ['--conditions=@partner-platform/source', compat, ...args]
  const child = spawn(process.execPath, flags, {
    cwd: root,
    env: { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => void child.kill()
  signal.addEventListener('abort', stop)
  try {
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    return { code, text: (out + errors).trim() }
  } finally {
    signal.removeEventListener('abort', stop)
    rmSync(scratch, { recursive: true, force: true })
  }
}
