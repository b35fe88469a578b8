import { compareText } from './json.ts'
import type { Location } from './model.ts'

/** Every code of this package and its meaning. The messages of problems say what to write instead. */
export const problemCodes = {
  'file-missing': 'A document, or a file that a $ref names, cannot be read.',
  syntax:
    'A file is not the JSON or YAML that its name says, repeats a key, or holds NaN or infinity.',
  'version-unknown': 'A document states no version, or an unsupported one.',
  'ref-remote': 'A $ref names an address on the network, for which no folder is given.',
  'ref-dangling': 'The target of a $ref does not exist.',
  'ref-unsupported': 'A $ref leads only to itself.',
  'ref-siblings': 'Rules next to a $ref that the dialect ignores.',
  structure: 'A node has the wrong kind, such as a list where an object belongs.',
  dialect: 'A schema uses a dialect, or a form of it, that this tool does not support.',
  'schema-format': 'A message payload is not described by JSON Schema.',
  duplicate: 'Two nodes claim the same name, which must be unique.',
  keyword: 'A schema keyword that is unknown, or that an emitter cannot carry.',
} as const

export type ProblemCode = keyof typeof problemCodes

/** One mistake in the documents. */
export interface Problem {
  code: ProblemCode
  location: Location
  /** What is wrong, then what to write instead: two sentences. */
  message: string
}

/** Something that is carried in part or has no effect. It is not a mistake. */
export type Notice = Pick<Problem, 'location' | 'message'>

/** The documents are wrong. Holds every problem, in the order of the files. */
export class ContractError extends Error {
  override name = 'ContractError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

/** `specs/openapi.yaml:12:5 /paths/~1x/get: what is wrong. What to write instead.` */
export function formatProblem({ location, message }: Notice): string {
  const { file, line, column, pointer } = location
  const position = line === undefined ? '' : `:${line}:${column ?? 1}`
  return `${file}${position}${pointer === '' ? '' : ` ${pointer}`}: ${message}`
}

/** The command line or the configuration file is wrong; the message is one line for the user. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Locate = (locations: readonly Location[]) => Location[]

/** Collects the problems and notices of a run, so that the author sees all at once. */
export class Report {
  readonly notices: Notice[] = []
  /** True if a mistake costs only the rule it is in. */
  readonly isLenient: boolean
  /** The mistakes of a lenient run. Each has cost the rule it is in. */
  readonly mistakes: Problem[] = []
  readonly #problems: Problem[] = []
  readonly #seen = new Set<string>()

  constructor({ isLenient = false }: { isLenient?: boolean } = {}) {
    this.isLenient = isLenient
  }

  /** Adds a problem, once even if it is found again. */
  add(code: ProblemCode, location: Location, message: string): void {
    const list = this.isLenient ? this.mistakes : this.#problems
    if (this.#isNew(location, message)) list.push({ code, location, message })
  }

  /** Adds a problem that ends a lenient run, too: without this document there is nothing to generate. */
  refuse(code: ProblemCode, location: Location, message: string): void {
    if (this.#isNew(location, message)) this.#problems.push({ code, location, message })
  }

  /** Adds a notice, once even if it is found again. */
  note(location: Location, message: string): void {
    if (this.#isNew(location, message)) this.notices.push({ location, message })
  }

  /** Throws a `ContractError` if there are problems: all of them, with lines, in the order of the files. */
  throwIfAny(locate: Locate): void {
    if (this.#problems.length === 0) return
    throw new ContractError(withLines(this.#problems, locate).toSorted(compare))
  }

  #isNew({ file, pointer }: Location, message: string): boolean {
    const key = `${file}#${pointer} ${message}`
    const isNew = !this.#seen.has(key)
    this.#seen.add(key)
    return isNew
  }
}

/** The problems or notices with line and column. */
export function withLines<T extends Notice>(found: readonly T[], locate: Locate): T[] {
  const locations = locate(found.map(({ location }) => location))
  return found.map((one, index) => ({ ...one, location: locations[index] ?? one.location }))
}

function compare({ location: a }: Problem, { location: b }: Problem): number {
  const lines = (a.line ?? 0) - (b.line ?? 0)
  return compareText(a.file, b.file) || lines || (a.column ?? 0) - (b.column ?? 0)
}
