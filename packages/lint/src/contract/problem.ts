import type { Path } from './pointer.ts'

/** One thing that is wrong with the contract: where, what, and what to write instead. */
export type Problem = {
  /** Path below the folder of the contract, with `/`. */
  file: string
  /** 1-based. */
  line: number
  column: number
  /** Place inside the file, e.g. `#/then/required/0`; `#` for the whole of it. */
  pointer: string
  /** The check and its rule, e.g. `dialect/unknown-keyword`. */
  rule: string
  message: string
  fix: string
}

/** What a check knows of a problem when it has the place. */
export type Finding = Pick<Problem, 'rule' | 'message' | 'fix'>

/** What a check finds: a problem whose line is still unknown. */
export type Found = Finding & {
  file: string
  /** Place inside the file. Without it, the problem is the file as a whole, which need not parse. */
  path?: Path | string
  /** Whether to point at the key of the entry, not at its value. */
  onKey?: boolean
}

/** Problems by file and place, each once. */
export function sortProblems(problems: Problem[]): Problem[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...byText.values()].sort(
    (a, b) =>
      a.file.localeCompare(b.file, 'en') ||
      a.line - b.line ||
      a.column - b.column ||
      a.rule.localeCompare(b.rule, 'en'),
  )
}
