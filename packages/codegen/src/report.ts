import { ContractError, type Notice, type Problem, type ProblemCode } from './errors.ts'
import type { Location } from './model.ts'

type Locate = (locations: readonly Location[]) => Location[]

/** Collects the problems and notices of a run, so that the author sees all at once. */
export class Report {
  readonly #problems: Problem[] = []
  readonly notices: Notice[] = []
  readonly #seen = new Set<string>()

  /** Adds a problem, once even if it is found again. */
  add(code: ProblemCode, location: Location, message: string): void {
    if (this.#isNew(location, message)) this.#problems.push({ code, location, message })
  }

  /** Adds a notice, once even if it is found again. */
  note(location: Location, message: string): void {
    if (this.#isNew(location, message)) this.notices.push({ location, message })
  }

  #isNew({ file, pointer }: Location, message: string): boolean {
    const key = `${file}#${pointer} ${message}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }

  /** Throws a `ContractError` with all problems, if there are any. */
  throwIfAny(locate: Locate): void {
    if (this.#problems.length > 0) throw locateProblems(this.#problems, locate)
  }
}

/** The error for problems, with lines, in the order of the files. */
export function locateProblems(problems: readonly Problem[], locate: Locate): ContractError {
  const locations = locate(problems.map(({ location }) => location))
  const located = problems.map((problem, index) => ({
    ...problem,
    location: locations[index] ?? problem.location,
  }))
  return new ContractError(located.toSorted(compareProblems))
}

function compareProblems({ location: a }: Problem, { location: b }: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
