import { ContractError, type Notice, type Problem, type ProblemCode } from './errors.ts'
import type { Location } from './model.ts'

type Locate = (locations: readonly Location[]) => Location[]

/** Collects the problems and notices of a run, so that the author sees all at once. */
export class Report {
  readonly notices: Notice[] = []
  readonly #problems: Problem[] = []
  readonly #seen = new Set<string>()

  /** Adds a problem, once even if it is found again. */
  add(code: ProblemCode, location: Location, message: string): void {
    if (this.#isNew(location, message)) this.#problems.push({ code, location, message })
  }

  /** Adds a notice, once even if it is found again. */
  note(location: Location, message: string): void {
    if (this.#isNew(location, message)) this.notices.push({ location, message })
  }

  /** Throws a `ContractError` with all problems, if there are any. */
  throwIfAny(locate: Locate): void {
    throwProblems(this.#problems, locate)
  }

  #isNew({ file, pointer }: Location, message: string): boolean {
    const key = `${file}#${pointer} ${message}`
    const isNew = !this.#seen.has(key)
    this.#seen.add(key)
    return isNew
  }
}

/** Throws a `ContractError` with the problems, with lines, in the order of the files, if there are any. */
export function throwProblems(problems: readonly Problem[], locate: Locate): void {
  if (problems.length > 0) throw new ContractError(withLines(problems, locate).toSorted(compare))
}

/** The problems or notices with line and column. */
export function withLines<T extends Notice>(found: readonly T[], locate: Locate): T[] {
  const locations = locate(found.map(({ location }) => location))
  return found.map((one, index) => ({ ...one, location: locations[index] ?? one.location }))
}

function compare({ location: a }: Problem, { location: b }: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
