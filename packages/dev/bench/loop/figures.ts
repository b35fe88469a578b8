import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '@partner-platform/database/testing'
import { type Edit, newField, readOrEmpty, wordsOfField } from '../edits.ts'
import type { Clone } from './clone.ts'

export type Figure = 'start' | 'test' | 'again' | 'words' | 'field' | 'ci'

/** One measurement: `again`, `words` and `field` are measured on the head alone. */
export type Run = { figure: Figure; side: 'base' | 'head'; round: number }

/** One run with its seconds by name: `start` has two. */
export type Timed = Run & { seconds: Record<string, number>; at: string }

type Options = { signal: AbortSignal; side: Run['side'] }

type Measured = {
  rounds: number
  sides: readonly Run['side'][]
  /** Runs in a clone in which `test` has passed. */
  needsTested?: boolean
  keepsClone?: boolean
  measure(clone: Clone, options: Options): Promise<Record<string, number>>
}

const pnpm = (...args: string[]) => ['npx', '--yes', 'pnpm@12', ...args]
const both = ['base', 'head'] as const
const onHead = { rounds: 1, sides: ['head'], needsTested: true } as const

/** Makes the edits, runs an untimed `generate` if there are any, times `test`, and undoes the edits. */
const timeTest =
  (name: string, edits: readonly Edit[] = []): Measured['measure'] =>
  async (clone, options) => {
    for (const { file, edit } of edits) {
      const path = join(clone.folder, file)
      const text = readOrEmpty(path)
      const edited = edit(text, 1)
      if (edited === text)
        throw new Error(`The edit to ${file} changes nothing. Correct it in bench/edits.ts.`)
      writeFileSync(path, edited)
    }
    try {
      const code = edits.length > 0 ? await clone.start(pnpm('generate'), options).ended : 0
      if (code !== 0) throw new Error(`generate exited with ${code} after the edit.`)
      return { [name]: await timeRun(clone, pnpm('test'), options) }
    } finally {
      execFileSync('git', ['checkout', '--quiet', '.'], { cwd: clone.folder })
      execFileSync('git', ['clean', '--quiet', '--force', 'specs'], { cwd: clone.folder })
    }
  }

export const figures: Record<Figure, Measured> = {
  start: { rounds: 3, sides: both, measure: timeStart },
  test: { rounds: 1, sides: both, keepsClone: true, measure: timeTest('test') },
  again: { ...onHead, rounds: 3, measure: timeTest('again') },
  words: { ...onHead, measure: timeTest('words', [wordsOfField]) },
  field: { ...onHead, measure: timeTest('field', newField) },
  ci: {
    rounds: 1,
    sides: both,
    measure: async (clone, options) => ({
      ci: await timeRun(clone, ['bash', '.ci/run'], options, { CI: 'true' }),
    }),
  },
}

/** Every run, base and head in turn. */
export const planRuns = (wanted: readonly Figure[]): Run[] =>
  Object.entries(figures)
    .filter(([figure]) => wanted.includes(figure as Figure))
    .flatMap(([figure, { rounds, sides }]) =>
      Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
        sides.map((side) => ({ figure: figure as Figure, side, round })),
      ),
    )

async function timeRun(
  clone: Clone,
  command: string[],
  { signal, side }: Options,
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const since = performance.now()
  const running = clone.start(command, { signal, env })
  const code = await running.ended
  const seconds = (performance.now() - since) / 1000
  const last = running.output().trimEnd().split('\n').slice(-12).join('\n')
  const [total] = /^\d+ passed, \d+ failed.*$/m.exec(last) ?? []
  // Some tests of the base fail now and then, and nobody mends them. A failed run counts if it ran every test.
  const isWhole = side === 'base' && total !== undefined
  if (code !== 0 && !isWhole)
    throw new Error(`${command.join(' ')} exited with ${code}, so it was not timed:\n${last}`)
  console.log(`  ${seconds.toFixed(1)} s: ${total ?? last.split('\n').at(-1)}`)
  return seconds
}

/** How long `start` may take, install included. */
const startLimitMs = 600_000

/** Times `start` until it shows the round trip, and until the docs answer as well. */
async function timeStart(clone: Clone, { signal }: Options): Promise<Record<string, number>> {
  const [docs = 0, ...others] = await Promise.all(Array.from({ length: 5 }, freePort))
  const names = ['SERVER_PORT', 'OPERATOR_PORT', 'RECEIVER_PORT', 'INBOX_PORT']
  const env = {
    ...Object.fromEntries(names.map((name, index) => [name, String(others[index])])),
    DOCS_PORT: String(docs),
  }
  const since = performance.now()
  const running = clone.start(pnpm('start'), { signal, env })
  let isOver = false
  const over = () => {
    isOver = true
  }
  running.ended.then(over, over)
  const until = async (isReached: () => Promise<boolean> | boolean) => {
    while (!(await isReached())) {
      const problem = isOver ? 'ended early' : `took more than ${startLimitMs / 1000} s`
      if (isOver || performance.now() - since > startLimitMs)
        throw new Error(`start ${problem}:\n${running.output().slice(-2000)}`)
      await setTimeout(50, undefined, { signal })
    }
    return (performance.now() - since) / 1000
  }
  const isUp = async () => {
    const answer = await fetch(`http://127.0.0.1:${docs}/`).catch(() => undefined)
    return answer?.status === 200
  }
  try {
    const trip = await until(() => (running.output().match(/✓/g)?.length ?? 0) >= 3)
    const up = await until(isUp)
    console.log(
      `  ${trip.toFixed(1)} s to the round trip, ${up.toFixed(1)} s until everything is up`,
    )
    return { 'start to the round trip': trip, 'start to everything up': up }
  } finally {
    running.interrupt()
    await running.ended.catch(over)
  }
}

/** What each time is divided by, and the most that the ratio may be. `again` has a limit in seconds instead. */
const goals: readonly [name: string, over: string | null, most: number][] = [
  ['test', 'test', 0.2],
  ['start to the round trip', 'start to the round trip', 0.4],
  ['start to everything up', 'start to everything up', 0.6],
  ['ci', 'ci', 0.4],
  ['again', null, 5],
  ['words', 'test', 0.03],
  ['field', 'test', 0.12],
]

export type Subject = { base: string; head: string; machine: string }

export function formatResults(runs: readonly Timed[], { base, head, machine }: Subject): string {
  const medianOf = (side: Run['side'], name: string) => {
    const all = runs
      .filter((run) => run.side === side)
      .map(({ seconds }) => seconds[name])
      .filter((one) => one !== undefined)
      .sort((one, other) => one - other)
    return all[Math.floor((all.length - 1) / 2)]
  }
  const seconds = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(1))
  const rows = goals.map(([name, over, most]) => {
    const [ours, theirs] = [medianOf('head', name), over && medianOf('base', over)]
    const figure = over === null ? ours : ours && theirs && ours / theirs
    const shown = figure ? (over === null ? `${figure.toFixed(1)} s` : figure.toFixed(3)) : '-'
    const goal = over === null ? `${most} s` : `${most} × ${over}`
    const verdict = figure ? (figure <= most ? 'met' : 'too slow') : '-'
    return `| ${name} | ${seconds(theirs || undefined)} | ${seconds(ours)} | ${shown} | ${goal} | ${verdict} |`
  })
  return [
    '',
    `${base.slice(0, 7)} and ${head.slice(0, 7)}, median seconds; ${machine}`,
    '',
    '| what | base | head | ratio | limit | |',
    '| ---- | ---- | ---- | ----- | ----- | - |',
    ...rows,
  ].join('\n')
}
