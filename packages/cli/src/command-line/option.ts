type Described = {
  /** What it does, as a sentence. */
  says: string
}
type Valued = Described & {
  /** What stands for its value in help, such as `URL`. */
  value: string
  /** What its value names, so that shells can complete it. */
  names?: 'file' | 'folder'
}

/** One option of a command. `texts` may be given any number of times; `count` is a whole number. */
export type Option =
  | (Described & { kind: 'flag' })
  | (Valued & { kind: 'text'; fallback?: string })
  | (Valued & { kind: 'texts' })
  | (Described & { kind: 'choice'; choices: readonly string[]; fallback?: string })
  | (Valued & { kind: 'count'; min: number; max: number; fallback?: number })

export type Options = { readonly [name: string]: Option }

/**
 * One argument that stands by itself; all are required, in the order of the table. `texts` is one or
 * more, as the last.
 */
export type Operand =
  | (Valued & { kind: 'text' })
  | (Valued & { kind: 'texts' })
  | (Described & { kind: 'choice'; choices: readonly string[] })

export type Operands = { readonly [name: string]: Operand }

/** What stands for an argument in help, such as `FILE`, or `FILE…` for one or more. */
export const toPlaceholder = (name: string, { kind }: Operand): string =>
  `${name.toUpperCase()}${kind === 'texts' ? '…' : ''}`

type HasFallback = { fallback: string | number }

type ValueOf<O> = O extends { kind: 'flag' }
  ? boolean
  : O extends { kind: 'texts' }
    ? readonly string[]
    : O extends { kind: 'text' }
      ? O extends HasFallback
        ? string
        : string | undefined
      : O extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? O extends HasFallback
          ? Choice
          : Choice | undefined
        : O extends HasFallback
          ? number
          : number | undefined

type OperandOf<O> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { kind: 'texts' }
    ? readonly string[]
    : string

/** What the command line gave a command: `given['base-url']`, with the types of its table. */
export type Given<O extends Options, A extends Operands> = {
  readonly [Name in keyof O]: ValueOf<O[Name]>
} & { readonly [Name in keyof A]: OperandOf<A[Name]> }
