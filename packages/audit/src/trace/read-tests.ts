import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '@partner-platform/dev/workspaces'
import { rulesOfTitle } from './rules-of-title.ts'

/** A test as its report tells of it. */
export interface TracedTest {
  /** Of its workspace, e.g. `packages/webhooks`. */
  place: string
  /** Below that, e.g. `test/verify.test.ts`. */
  file: string
  /** Those of its `describe`s from the outermost on, and its own. */
  titles: string[]
  /** The ids that any of the titles cites, each once. */
  rules: string[]
  passed: boolean
}

export interface TestReports {
  tests: TracedTest[]
  /** What the reports lack, with what to do. */
  gaps: string[]
}

interface Report {
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

/** `test` proves the rules: tests that only `check` or `soak` runs do not count. */
const isOfTest = (file: string) =>
  file.endsWith('.test.ts') && !/^test\/(check|faults|soak)\//.test(file)

/**
 * The tests of all workspaces, from the reports that `pnpm test` leaves. A title that a table makes is
 * known only from a run, so a test file that no report tells of is a gap.
 */
export function readTests(workspaces: readonly Workspace[]): TestReports {
  const all = workspaces.filter(({ manifest }) => manifest.scripts?.test !== undefined)
  const parts = all.map(readWorkspace)
  return {
    tests: parts.flatMap(({ tests }) => tests),
    gaps: parts.flatMap(({ gaps }) => gaps),
  }
}

function readWorkspace(workspace: Workspace): TestReports {
  const { folder, place } = workspace
  const reports = globSync('reports/{test,contract}.json', { cwd: folder }).map((file) => ({
    file: `${place}/${file.replaceAll('\\', '/')}`,
    report: readReport(join(folder, file)),
  }))
  const broken = reports.filter(({ report }) => report === undefined)
  if (broken.length > 0) {
    const gaps = broken.map(
      ({ file }) => `${file} is no whole report. Run npx pnpm@12 test, which writes it anew.`,
    )
    return { tests: [], gaps }
  }
  const tests = reports
    .flatMap(({ report }) => (report ? testsOf(report, place) : []))
    .filter(({ file }) => isOfTest(file))
  return { tests, gaps: findMissing(workspace, tests) }
}

/** A report as it was written; `undefined` where the writing was cut short. */
function readReport(file: string): Report | undefined {
  try {
    const report: Partial<Report> | null = JSON.parse(readFileSync(file, 'utf8'))
    const isWhole = report?.testResults?.every((one) => Array.isArray(one?.assertionResults))
    return isWhole ? (report as Report) : undefined
  } catch {
    return undefined
  }
}

/** Test files that no report tells of, in one sentence. */
function findMissing({ folder, place }: Workspace, tests: readonly TracedTest[]): string[] {
  const told = new Set(tests.map(({ file }) => file))
  const missing = globSync('test/**/*.test.ts', { cwd: folder })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isOfTest(file) && !told.has(file))
    .sort()
  const [first, ...others] = missing
  if (first === undefined) return []
  const more = others.length > 0 ? ` and ${others.length} more of its test files` : ''
  return [
    `${place} has no report of ${first}${more}. Run npx pnpm@12 test, which runs all of them.`,
  ]
}

function testsOf({ testResults }: Report, place: string): TracedTest[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    // Reports come from the cache too, and that may have been filled in another folder.
    const [, file = ''] = new RegExp(`/${place}/(test/.*)$`).exec(name.replaceAll('\\', '/')) ?? []
    return assertionResults.map(({ ancestorTitles, title, status }) =>
      toTest({ place, file, titles: [...ancestorTitles, title], passed: status === 'passed' }),
    )
  })
}

/** A test with the rules that its titles cite. */
export const toTest = (test: Omit<TracedTest, 'rules'>): TracedTest => ({
  ...test,
  rules: [...new Set(test.titles.flatMap(rulesOfTitle))],
})
