type HeaderShape = { readonly required: boolean; readonly schema: string | null }
type BodyShape = { readonly contentType: string; readonly schema: string | null }

export type ResponseShape = {
  readonly body: BodyShape | null
  readonly headers: Readonly<Record<string, HeaderShape>>
}

type ValueKind = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'

export type ParameterShape = {
  readonly required: boolean
  /** What its text is turned into before it is validated; null leaves it as it is. */
  readonly kind: ValueKind | null
  /** The kind of the items of an array. */
  readonly items?: ValueKind | null
  readonly style?: string
  readonly explode?: boolean
}

export type ParameterPlace = 'cookie' | 'header' | 'path' | 'query'

/** An operation as generated from the document; `security` lists alternatives of scheme names. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly security: readonly (readonly string[])[]
  readonly parameters: Readonly<Record<ParameterPlace, Readonly<Record<string, ParameterShape>>>>
  readonly requestBody: (BodyShape & { readonly required: boolean }) | null
  readonly responses: { readonly [status: number | string]: ResponseShape }
}

export type Operations = { readonly [id: string]: Operation }
