import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from '../workspaces.ts'
import type { TracedTest } from './read-tests.ts'
import { readTitleForms } from './title-forms.ts'

/**
 * What the reports of a workspace say that its test files no longer do, or do not say yet, one
 * sentence a file. A restored report has no time of its own, so titles are compared.
 */
export function findOldReports(
  { folder, place }: Workspace,
  tests: readonly TracedTest[],
): string[] {
  return [...Map.groupBy(tests, ({ file }) => file)].flatMap(([file, told]) => {
    const problem = findProblem(join(folder, file), told)
    return problem ? [`The report of ${place}/${file} is old: ${problem} ${fix}`] : []
  })
}

const fix = 'Run npx pnpm@12 test, which reports anew.'

function findProblem(file: string, told: readonly TracedTest[]): string | undefined {
  if (!existsSync(file)) return 'the file is gone.'
  const all = readTitleForms(file)
  const [own] = all
  const levels = [
    { kind: 'describes', titles: told.flatMap(({ titles }) => titles.slice(0, -1)) },
    { kind: 'tests', titles: told.map(({ titles }) => titles.at(-1) ?? '') },
  ] as const
  for (const { kind, titles } of levels) {
    const gone = titles.find((title) => !all.some((forms) => has(forms[kind], title)))
    if (gone !== undefined) return `the file has no '${gone}' any more.`
    const isNew = own?.[kind].some((form) => !titles.some((title) => form.test(title)))
    if (isNew) return 'the file has a title that was not run.'
  }
  return undefined
}

const has = (forms: readonly RegExp[], title: string) => forms.some((form) => form.test(title))
