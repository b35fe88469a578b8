import type { Issue } from '@partner-platform/validators'

export type ResponseShape = {
  readonly body: BodyShape | null
  readonly headers: {
    readonly [name: string]: { readonly required: boolean; readonly schema: string | null }
  }
}

export type BodyShape = { readonly contentType: string; readonly schema: string | null }

export type ParameterShape = {
  readonly required: boolean
  /** The JSON type of the value; `null` without a schema. */
  readonly kind: string | null
  readonly style?: string
}

type ParameterPlace = 'cookie' | 'header' | 'path' | 'query'

/** An operation as generated from the document; `security` lists alternatives of scheme names. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly security: readonly (readonly string[])[]
  readonly parameters: {
    readonly [Place in ParameterPlace]: { readonly [name: string]: ParameterShape }
  }
  readonly requestBody: (BodyShape & { readonly required: boolean }) | null
  readonly responses: { readonly [status: number | string]: ResponseShape }
}

/** A generated parser: returns the value or its issues. */
export type Parse<T = unknown> = (
  value: unknown,
) => { ok: true; value: T } | { ok: false; issues: readonly Issue[] }

/** `sent` is the strict parser; `null` if the value has no schema. */
export type Parsers = { readonly sent: Parse | null }

export type NamedParsers = { readonly [name: string]: Parsers & { readonly required: boolean } }

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

/** What codegen exports for one OpenAPI document. */
export type Surface = {
  readonly operations: { readonly [id: string]: Operation }
  readonly requestParsers: { readonly [id: string]: RequestParsers }
  readonly responseParsers: { readonly [id: string]: ResponseParsers }
}

export type OperationId<S extends Surface> = keyof S['operations'] & string

/** The type of a parsed value; `unknown` without a parser. */
export type ValueOf<P extends Parsers> = P['sent'] extends (value: unknown) => infer Result
  ? Extract<Result, { ok: true }> extends { value: infer T }
    ? T
    : never
  : unknown

export type RequiredNames<Named extends NamedParsers> = {
  [Name in keyof Named]: Named[Name]['required'] extends true ? Name : never
}[keyof Named]
