import type { components } from '@partner-platform/types'

type HeaderShape = { readonly required: boolean; readonly schema: string | null }
type BodyShape = { readonly contentType: string; readonly schema: string | null }
type ResponseShape = {
  readonly body: BodyShape | null
  readonly headers: Readonly<Record<string, HeaderShape>>
}

/** An operation as generated from the document; `security` lists alternatives of scheme names. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly security: readonly (readonly string[])[]
  readonly responses: { readonly [status: number]: ResponseShape }
}

export type Operations = { readonly [id: string]: Operation }

type Schemas = components['schemas']

/** The TypeScript type of a schema of the contract by its name; `unknown` for a nameless one. */
export type SchemaType<Name> = Name extends keyof Schemas ? Schemas[Name] : unknown

/** Names of the headers that a response must carry. */
export type RequiredHeader<Response extends ResponseShape> = {
  [Name in keyof Response['headers']]: Response['headers'][Name]['required'] extends true
    ? Name
    : never
}[keyof Response['headers']]

export type { ResponseShape }
