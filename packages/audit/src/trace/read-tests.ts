import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Report, readReport } from '@partner-platform/dev/read-report'
import type { Workspace } from '@partner-platform/dev/workspaces'

export type TracedTest = {
  /** Of its workspace, e.g. `packages/webhooks`. */
  place: string
  /** Below that, e.g. `test/verify.test.ts`. */
  file: string
  /** The titles of its `describe`s, outermost first, and its own. */
  titles: string[]
  /** The ids that any of the titles cites, each once. */
  rules: string[]
  passed: boolean
}

export type TestReports = {
  tests: TracedTest[]
  /** Missing or incomplete reports, each with what to do. */
  gaps: string[]
}

/** `test` proves the rules: tests that only `check` or `soak` runs do not count. */
const isOfTest = (file: string) =>
  file.endsWith('.test.ts') && !/^test\/(check|faults|soak)\//.test(file)

/** The tests in the reports of `pnpm test`. Tables make titles at run time, so a missing report is a gap. */
export function readTests(workspaces: readonly Workspace[]): TestReports {
  const parts = workspaces
    .filter(({ manifest }) => manifest.scripts?.test !== undefined)
    .map(readWorkspace)
  return { tests: parts.flatMap(({ tests }) => tests), gaps: parts.flatMap(({ gaps }) => gaps) }
}

function readWorkspace({ folder, place }: Workspace): TestReports {
  const reports = globSync('reports/{test,contract}.json', { cwd: folder }).map((file) => ({
    file: `${place}/${file.replaceAll('\\', '/')}`,
    report: readReport(join(folder, file)),
  }))
  const gaps = reports
    .filter(({ report }) => report === undefined)
    .map(({ file }) => `${file} is not a complete report. Run npx pnpm@12 test to write it again.`)
  if (gaps.length > 0) return { tests: [], gaps }
  const tests = reports
    .flatMap(({ report }) => (report ? testsOf(report, place) : []))
    .filter(({ file }) => isOfTest(file))
  const told = new Set(tests.map(({ file }) => file))
  const [first, ...others] = globSync('test/**/*.test.ts', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isOfTest(file) && !told.has(file))
    .sort()
  if (first === undefined) return { tests, gaps: [] }
  const more = others.length > 0 ? ` and ${others.length} more of its test files` : ''
  const gap = `${place} has no report of ${first}${more}. Run npx pnpm@12 test, which runs all of them.`
  return { tests, gaps: [gap] }
}

function testsOf({ testResults }: Report, place: string): TracedTest[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    // The cache restores reports, maybe from another folder.
    const [, file = ''] = new RegExp(`/${place}/(test/.*)$`).exec(name.replaceAll('\\', '/')) ?? []
    return assertionResults.map(({ ancestorTitles, title, status }) =>
      toTest({ place, file, titles: [...ancestorTitles, title], passed: status === 'passed' }),
    )
  })
}

export const toTest = (test: Omit<TracedTest, 'rules'>): TracedTest => ({
  ...test,
  rules: [...new Set(test.titles.flatMap(rulesOfTitle))],
})

const id = String.raw`(?:D-\d+|\d+(?:\.[\w-]+)*|[FI]\d+)`
// The source has nine sections; what begins with a longer number, such as an address, is no list.
const list = new RegExp(String.raw`^(?!\d{2})(${id}(?:, ${id})*)(?=[\s:]|$)`)

/**
 * The ids of statements and decisions that a title of a test or of its `describe` begins with, such as `5.4`
 * and `D-002` of `'5.4, D-002 rejects …'`. Faults and invariants (`F6`, `I3`) can be in such a list too but
 * are not rules; a title that begins with a plain number cites nothing.
 */
export function rulesOfTitle(title: string): string[] {
  const tokens = list.exec(title)?.[1]?.split(', ') ?? []
  const cited = tokens.filter((token) => !/^[FI]\d/.test(token))
  return cited.every((token) => /^\d+$/.test(token)) ? [] : cited
}
