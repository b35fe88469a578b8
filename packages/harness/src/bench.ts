import { appendFileSync } from 'node:fs'

/** Whether benches only show that they run (`BENCH_SMOKE`): one short round, and no records. */
export const isSmoke = process.env.BENCH_SMOKE === '1'

/** `full`, or `smoke` if the figures do not matter. */
export const inSmoke = <Value>(smoke: Value, full: Value): Value => (isSmoke ? smoke : full)

/** A rival and ours are measured alike: each call returns the figures of one round, by name. */
export interface Contestant {
  name: string
  measure: () => Figures | Promise<Figures>
}

/** Figures of one round by name and unit, such as `{ 'p99 ms': 12 }`, the same for all of a table. */
export type Figures = Record<string, number>

/**
 * What we aim at: the figure of `row` as a ratio to that of `rival`, at least or at most.
 * The rival is the first row unless named; with `null`, the figure itself is meant.
 */
export type Goal = { row: string; rival?: string | null; figure: string } & (
  | { atLeast: number }
  | { atMost: number }
)

/** What every table begins with. */
export interface Heading {
  /** Stable name, by which runs are compared. */
  id: string
  title: string
  /** What a reader needs to judge the figures: input, rounds, guarantees. */
  settings: string
}

/** One row for each contestant; the first is what the others are compared with. */
export interface ComparedTable extends Heading {
  goals: readonly Goal[]
  rows: { name: string; medians: Figures; ratios: Figures }[]
}

/** How the figures of one subject grow with the size of its input. */
export interface GrowthTable extends Heading {
  /** What grows, such as `operations`. */
  size: string
  points: { size: number; figures: Figures }[]
}

/** All tables of one command, and where it ran. */
export interface BenchRun {
  /** When, in ISO 8601. */
  at: string
  revision: string
  machine: string
  node: string
  tables: (ComparedTable | GrowthTable)[]
}

/**
 * Measures all contestants in turns, so that a slow moment of the machine affects all, and prints the
 * medians. Ratios are medians too, each of two rounds of the same turn. The first turn only warms up.
 */
export async function compare({
  contestants,
  rounds,
  goals = [],
  ...heading
}: Heading & {
  contestants: readonly Contestant[]
  rounds: number
  goals?: readonly Goal[]
}): Promise<void> {
  const measured = contestants.map(() => [] as Figures[])
  for (let turn = isSmoke ? 1 : 0; turn <= (isSmoke ? 1 : rounds); turn++)
    for (const [index, { measure }] of contestants.entries()) {
      const figures = await measure()
      if (turn > 0) measured[index]?.push(figures)
    }
  const names = Object.keys(measured[0]?.[0] ?? {})
  const figuresOf = (pick: (name: string) => number[]) =>
    Object.fromEntries(names.map((name) => [name, medianOf(pick(name))]))
  const ratiosOf = (own: Figures[], rival: Figures[] = []) =>
    figuresOf((name) => own.map((round, turn) => (round[name] ?? 0) / (rival[turn]?.[name] ?? 0)))
  const rows = contestants.map(({ name }, index) => {
    const own = measured[index] ?? []
    const medians = figuresOf((figure) => own.map((round) => round[figure] ?? 0))
    return { name, medians, ratios: ratiosOf(own, measured[0]) }
  })
  report({ ...heading, goals, rows })
}

/** Measures one subject at each size, and prints the figures. */
export async function grow({
  sizes,
  measure,
  ...heading
}: Heading & {
  size: string
  sizes: readonly number[]
  measure: (size: number) => Figures | Promise<Figures>
}): Promise<void> {
  const points: GrowthTable['points'] = []
  for (const size of isSmoke ? sizes.slice(0, 1) : sizes)
    points.push({ size, figures: await measure(size) })
  if (points.length > 0) report({ ...heading, points })
}

/** The middle one; the upper of two. NaN of none. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints a table, and adds it to the file of the run that `BENCH_RECORD` names. */
function report(table: ComparedTable | GrowthTable): void {
  if (isSmoke) {
    console.log(`It runs: ${table.title}`)
    return
  }
  const show = (value: number) => Number(value.toPrecision(3)).toLocaleString('en')
  const lines =
    'rows' in table
      ? table.rows.map(({ name, medians, ratios }) => [
          name,
          ...Object.entries(medians).map(
            ([figure, median]) => `${show(median)} (${show(ratios[figure] ?? 0)} ×)`,
          ),
        ])
      : table.points.map(({ size, figures }) => [size, ...Object.values(figures)].map(show))
  const [first] =
    'rows' in table ? table.rows.map((row) => row.medians) : [table.points[0]?.figures]
  const head = ['size' in table ? table.size : '', ...Object.keys(first ?? {})]
  console.log(`\n${table.title}\n${table.settings}\n`)
  for (const cells of [head, ...lines])
    console.log(cells.map((cell, at) => (at ? cell.padStart(24) : cell.padEnd(28))).join(''))
  const file = process.env.BENCH_RECORD
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(table)}\n`)
}
