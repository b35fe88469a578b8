import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inSmoke } from '@partner-platform/harness/bench'
import { makeBase, makeSides } from '../corpus/make-sides.ts'
import { kinds, type Mutation, readCorpus } from '../corpus/read-corpus.ts'
import { compareSides } from '../src/compare.ts'
import { highestOf, type Level } from '../src/finding.ts'
import { openSide } from '../src/sides/open-side.ts'
import { runAsyncApiDiff, runRedoclyDiff } from './other-tools.ts'

type Judged = Level | null
interface Row {
  mutation: Mutation
  ours: Judged
  redocly: Judged
  asyncapi: Judged
}

const folder = mkdtempSync(join(tmpdir(), 'compat-bench-'))
// One change that all three tools judge shows that they still run.
const corpus = inSmoke(
  readCorpus()
    .filter(({ kind }) => kind === 'small-asyncapi')
    .slice(0, 1),
  readCorpus(),
)
try {
  const rows = await judgeAll()
  print(rows)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function judgeAll(): Promise<Row[]> {
  const base = makeBase(folder)
  const rows: Row[] = []
  for (const [index, mutation] of corpus.entries()) {
    const { from, to } = makeSides(mutation, { base, folder: join(folder, String(index)) })
    const sides = [from, to].map((path) => openSide(path, { cwd: folder, specs: 'specs' }))
    const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]]
    const { level } = await compareSides(one, other)
    const bumps = (['openapi', 'asyncapi'] as const).flatMap((kind) => {
      const [before, after] = [one.documents[kind], other.documents[kind]]
      return before && after ? [runRedoclyDiff(before.path, after.path, folder)] : []
    })
    const [before, after] = [one.documents.asyncapi, other.documents.asyncapi]
    const isEvent = mutation.kind.endsWith('asyncapi') && before && after
    const asyncapi = isEvent ? await runAsyncApiDiff(before.path, after.path) : null
    rows.push({ mutation, ours: level, redocly: highestOf(bumps), asyncapi })
    if (process.stderr.isTTY) process.stderr.write(`\r${rows.length}`)
  }
  return rows
}

function print(rows: readonly Row[]): void {
  const parts = [
    ...kinds.map((kind) => [kind, rows.filter(({ mutation }) => mutation.kind === kind)] as const),
    ['all', rows] as const,
  ]
  console.log('| corpus | changes | contract-compat | redocly diff | asyncapi diff |')
  console.log('| --- | --: | --: | --: | --: |')
  for (const [kind, part] of parts) {
    const cells = (['ours', 'redocly'] as const).map((tool) => score(part, tool))
    const asyncapi = String(kind).endsWith('asyncapi') ? score(part, 'asyncapi') : ''
    console.log(`| ${kind} | ${part.length} | ${cells.join(' | ')} | ${asyncapi} |`)
  }
  console.log('\nEach cell: the level is right / breaking or not is right.')
  const misses = rows.filter(({ mutation, ours }) => mutation.verdict !== ours)
  for (const { mutation, ours } of misses)
    console.log(`missed: ${mutation.kind} ${mutation.name}: ${ours}`)
}

/** `asyncapi diff` knows no patch, so only breaking or not is asked of it. */
function score(rows: readonly Row[], tool: 'ours' | 'redocly' | 'asyncapi'): string {
  const exact = rows.filter((row) => row[tool] === row.mutation.verdict).length
  const breaking = rows.filter(
    (row) => (row[tool] === 'major') === (row.mutation.verdict === 'major'),
  ).length
  return tool === 'asyncapi' ? `– / ${breaking}` : `${exact} / ${breaking}`
}
