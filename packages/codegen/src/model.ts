/** A JSON Schema in the 2020-12 dialect, whatever dialect its document was written in. */
export type JsonSchema = boolean | { [keyword: string]: unknown }

/** Where a node stands in the files people edit. */
export interface Location {
  /**
   * Relative to the folder that holds the documents' own folder, such as `specs/schemas/visa.yaml`: the
   * same wherever the project lies. Messages to people name files relative to the working directory.
   */
  file: string
  /** JSON Pointer within that file, `''` for its root. */
  pointer: string
  /** 1-based; looked up when a problem is reported, absent otherwise. */
  line?: number
  column?: number
}

/** A schema with a name: a component, a file of its own, or an inline body, header or parameter lifted out. */
export interface NamedSchema {
  /** PascalCase TypeScript identifier, unique in the contract. */
  name: string
  /** Self-contained: every `$ref` in it is `#/components/schemas/<Name>` of another named schema. */
  schema: JsonSchema
  location: Location
  /** True when it is the payload of a message: both of its ends are implemented from this contract. */
  isMessagePayload: boolean
}

/** A response header or a message header. */
export interface Header {
  name: string
  required: boolean
  /** Name of the schema of its value. */
  schema: string | null
}

export interface Body {
  contentType: string
  schema: string
}

export interface Response {
  /** `'200'`, `'4XX'` or `'default'`. */
  status: string
  body: Body | null
  headers: Header[]
}

/** What the text of a value is turned into before its schema sees it. */
export type ValueKind = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'

export interface Parameter {
  name: string
  in: 'cookie' | 'header' | 'path' | 'query'
  required: boolean
  /** Name of the schema of its value. */
  schema: string | null
  /** Null where the schema takes more than one kind, or any. */
  kind: ValueKind | null
  /** The kind of the items of an array. */
  items: ValueKind | null
  /** How its text is made of its value; null where the text of a value is the value alone. */
  form: { style: string; explode: boolean } | null
}

export interface Operation {
  id: string
  method: string
  path: string
  description: string | null
  /** Alternatives; each names the schemes that must all be met. */
  security: string[][]
  /** Those of its path item included, sorted by place and name. */
  parameters: Parameter[]
  requestBody: (Body & { required: boolean }) | null
  responses: Response[]
  location: Location
}

export interface Message {
  /** camelCase TypeScript identifier. */
  id: string
  /** The name on the wire, such as `submission.updated`. */
  name: string
  title: string | null
  summary: string | null
  description: string | null
  /** Of the request that delivers it, in upper case; null where no HTTP binding of its operation says. */
  method: string | null
  contentType: string
  payload: string
  headers: Header[]
  /** As the document gives them: `{ name, summary, headers, payload }`. */
  examples: Record<string, unknown>[]
  /** `x-` entries of the message. */
  extensions: Record<string, unknown>
  location: Location
}

/** A number, text or list that `x-constants` of a document names. */
export interface Constant {
  name: string
  value: unknown
  description: string | null
  /** `D-NNN` when a decision stands behind it. */
  decision: string | null
  location: Location
}

/** What only an OpenAPI document says: kept so that the merged document can be written again. */
export interface DocumentParts {
  info: Record<string, unknown>
  /** `servers`, `tags`, `externalDocs` and `x-` entries of the documents. */
  header: Record<string, unknown>
  /** Path items in OpenAPI 3.1; every `$ref` leads into `components`. */
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, Record<string, unknown>>
  /** Every section but `schemas`. */
  components: Record<string, Record<string, unknown>>
}

/** Everything the emitters need, free of any document format. All lists are sorted by name or id. */
export interface Contract {
  /** The documents as the user named them, for the first line of each generated file. */
  sources: string[]
  schemas: NamedSchema[]
  operations: Operation[]
  messages: Message[]
  securitySchemes: { name: string; scheme: Record<string, unknown> }[]
  servers: { name: string; url: string; description: string | null }[]
  constants: Constant[]
  parts: DocumentParts
}
