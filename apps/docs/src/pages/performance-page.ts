import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRun, ComparedTable, Goal, GrowthTable } from '@partner-platform/harness/bench'
import { packageFolder } from '../folders.ts'
import type { Page } from '../page.ts'
import { drawGrowth } from './draw-growth.ts'

const recorded = join(packageFolder, 'generated/benchmarks.json')

/** How fast everything is beside its rivals, from the runs that `npx pnpm@12 bench --record` kept. */
export function readPerformancePage(file = recorded): Page[] {
  const runs: BenchRun[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).runs : []
  const newest = runs.at(-1)
  if (!newest) return []
  const ofEachRun = <Table extends BenchRun['tables'][number]>({ id }: Table) =>
    runs.flatMap(({ tables }) => tables.filter((table): table is Table => table.id === id))
  const compared = newest.tables.filter((table) => 'rows' in table)
  const growing = newest.tables.filter((table) => 'points' in table)
  const body = [
    'Compare the ratios: each is to a rival that did the same work in the same run. Times and rates depend on the machine. `npx pnpm@12 bench` measures all of them again.',
    runs
      .map(({ at, revision, node, machine }) => {
        const time = `${at.slice(0, 16).replace('T', ' ')} UTC`
        return `- ${time}: revision \`${revision}\`, Node ${node} on ${machine}`
      })
      .join('\n'),
    '## What we aim at',
    'A goal is reached if it holds in every run.',
    toTable(
      ['Work', 'Goal', 'Measured', 'Reached'],
      compared.flatMap((table) => table.goals.map((goal) => judge(goal, ofEachRun(table)))),
    ),
    ...compared.flatMap((table) => describeTable(ofEachRun(table))),
    '## Growth',
    'Each line is one run, and both axes are logarithmic. A level line means no growth. If ten times the size raises a line to ten times the value, it grows in proportion.',
    ...growing.flatMap((table) => describeGrowth(ofEachRun(table))),
  ]
  return [
    {
      slug: 'performance',
      title: 'Performance',
      description: 'How fast the packages and the apps are, beside others that do the same work.',
      body: body.join('\n\n'),
    },
  ]
}

/** A row for a goal: what was measured in each run, and whether all of them reach it. */
function judge(goal: Goal, tables: readonly ComparedTable[]): string[] {
  const measured = tables.map((table) => measureGoal(goal, table))
  const [bound, isReached] =
    'atMost' in goal
      ? [`at most ${show(goal.atMost)}`, measured.every((value) => value <= goal.atMost)]
      : [`at least ${show(goal.atLeast)}`, measured.every((value) => value >= goal.atLeast)]
  const rival = goal.rival === null ? '' : ` × ${goal.rival ?? tables[0]?.rows[0]?.name}`
  return [
    `${tables[0]?.title}: ${goal.row}`,
    `${bound}${rival} (${goal.figure})`,
    measured.map(show).join(', '),
    isReached ? 'yes' : 'no',
  ]
}

function measureGoal({ row, rival, figure }: Goal, { rows }: ComparedTable): number {
  const find = (name: string) => rows.find((one) => one.name === name)
  const own = find(row)
  if (rival === null) return own?.medians[figure] ?? Number.NaN
  if (rival === undefined) return own?.ratios[figure] ?? Number.NaN
  return (own?.medians[figure] ?? Number.NaN) / (find(rival)?.medians[figure] ?? Number.NaN)
}

/** The medians of the newest run, and the ratios of all. */
function describeTable(tables: readonly ComparedTable[]): string[] {
  const newest = tables.at(-1)
  if (!newest) return []
  const figures = Object.keys(newest.rows[0]?.medians ?? {})
  const head = ['Name', ...figures.flatMap((figure) => [figure, `${figure}, ratio in each run`])]
  const rows = newest.rows.map(({ name, medians }) => [
    name,
    ...figures.flatMap((figure) => [
      show(medians[figure]),
      tables
        .map(({ rows }) => show(rows.find((row) => row.name === name)?.ratios[figure]))
        .join(', '),
    ]),
  ])
  return [`## ${newest.title}`, newest.settings, toTable(head, rows)]
}

function describeGrowth(tables: readonly GrowthTable[]): string[] {
  const newest = tables.at(-1)
  if (!newest) return []
  const figures = Object.keys(newest.points[0]?.figures ?? {})
  return [
    `### ${newest.title}`,
    newest.settings,
    ...figures.map((figure) => drawGrowth(tables, figure)),
    toTable(
      [newest.size, ...figures],
      newest.points.map((point) => [
        point.size.toLocaleString('en'),
        ...figures.map((figure) => show(point.figures[figure])),
      ]),
    ),
  ]
}

/** Three digits that count; a dash for what an older run did not measure. */
const show = (value = Number.NaN) =>
  Number.isNaN(value) ? '–' : Number(value.toPrecision(3)).toLocaleString('en')

const toTable = (head: readonly string[], rows: readonly string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
