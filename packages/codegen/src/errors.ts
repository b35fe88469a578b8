import type { Location } from './model.ts'

/** Every code of this package: what it stands for. The texts of the problems say what to write instead. */
export const problemCodes = {
  'file-missing': 'A document, or a file that a $ref names, cannot be read.',
  syntax:
    'A file is not the JSON or YAML that its name says, repeats a key, or holds NaN or infinity.',
  'version-unknown': 'A document states no version, or one that this tool does not read.',
  'ref-remote': 'A $ref names an address on the network; only files are read.',
  'ref-dangling': 'A $ref points at nothing.',
  'ref-unsupported': 'A $ref is an anchor, or leads only to itself.',
  'ref-siblings': 'Rules beside a $ref that the dialect ignores.',
  structure: 'A node has the wrong kind, such as a list where an object belongs.',
  dialect: 'A schema is written in a dialect, or with a form of it, that this tool does not read.',
  'schema-format': 'A message payload is not described by JSON Schema.',
  duplicate: 'Two nodes claim one name that must be unique.',
  keyword: 'A schema keyword that nobody knows, or that an emitter cannot carry.',
} as const

export type ProblemCode = keyof typeof problemCodes

/** One thing that is wrong with the documents, told so that its writer can mend it. */
export interface Problem {
  code: ProblemCode
  location: Location
  /** What is wrong, then what to write instead: two sentences. */
  message: string
}

/** Something that is carried in part, or that has no effect: for the user to know, not to mend. */
export type Notice = Pick<Problem, 'location' | 'message'>

/** The documents cannot be generated from. Holds every problem found, in the order of the files. */
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
