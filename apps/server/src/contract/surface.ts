import type { Issue } from '@partner-platform/validators'
import type { Operations, ParameterPlace } from './operation.ts'

/** A generated parser: the value, or what is wrong with it. */
export type Parse<T = unknown> = (
  value: unknown,
) => { ok: true; value: T } | { ok: false; issues: readonly Issue[] }

/** `sent` is the strict form. Null where the document gives a value no schema of its own. */
export type Parsers = { readonly sent: Parse | null }

export type NamedParsers = {
  readonly [name: string]: Parsers & { readonly required: boolean }
}

export type RequestParsers = {
  readonly body: (Parsers & { readonly required: boolean }) | null
  readonly parameters: { readonly [Place in ParameterPlace]: NamedParsers }
}

export type ResponseParsers = {
  readonly [status: number | string]: {
    readonly body: Parsers | null
    readonly headers: NamedParsers
  }
}

/** What codegen makes of one OpenAPI document, under the names that it exports. */
export type Surface = {
  readonly operations: Operations
  readonly requestParsers: { readonly [id: string]: RequestParsers }
  readonly responseParsers: { readonly [id: string]: ResponseParsers }
}

/** The id of an operation of a surface. */
export type OperationId<S extends Surface> = keyof S['operations'] & string

type Accepted<Result> = Result extends { ok: true; value: infer T } ? T : never

/** The type of what a parser of this place accepts; `unknown` where there is none. */
export type ValueOf<P extends Parsers> = P['sent'] extends (value: unknown) => infer Result
  ? Accepted<Result>
  : unknown

/** The names of what must be there. */
export type RequiredNames<Named extends NamedParsers> = {
  [Name in keyof Named]: Named[Name]['required'] extends true ? Name : never
}[keyof Named]
