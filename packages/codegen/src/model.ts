/** One file of the output, held in memory until every emitter has succeeded. */
export interface GeneratedFile {
  /** Name within the output folder, with `/` between segments. */
  path: string
  content: string
}

/** A JSON Schema in the 2020-12 dialect, whatever dialect its document was written in. */
export type JsonSchema = boolean | { [keyword: string]: unknown }

/** The place of a node in the files that people edit. */
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
  /** True for the payload of a message: sender and reader are both built from this contract. */
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

/** The type that the text of a value is converted to before its schema checks it. */
export type ValueKind = 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string'

export interface Parameter {
  name: string
  in: 'cookie' | 'header' | 'path' | 'query'
  required: boolean
  /** Name of the schema of its value. */
  schema: string | null
  /** Null if the schema allows several kinds, or any. */
  kind: ValueKind | null
  /** The kind of the items of an array. */
  items: ValueKind | null
  /** How its value is written as text; null if the text is the value alone. */
  form: { style: string; explode: boolean } | null
}

export interface Operation {
  id: string
  method: string
  path: string
  description: string | null
  /** Alternatives; each names the schemes that must all be met. */
  security: string[][]
  /** Including those of its path item, sorted by place and name. */
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
  /** The method of the request that delivers it, in upper case; null if no HTTP binding states it. */
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

/** A channel whose address has parameters, such as `users/{id}`. */
export interface Channel {
  /** Its key in AsyncAPI 3; made from its address in AsyncAPI 2. */
  id: string
  address: string
  /** By name; `enum` lists the values that it may have, `default` is the one to take if none is given. */
  parameters: Record<string, { enum?: unknown; default?: unknown }>
  description: string | null
  location: Location
}

/** A number, text or list that `x-constants` of a document names. */
export interface Constant {
  name: string
  value: unknown
  description: string | null
  /** `D-NNN` if it rests on a decision. */
  decision: string | null
  location: Location
}

/** What only an OpenAPI document contains, kept to write the merged document. */
export interface DocumentParts {
  info: Record<string, unknown>
  /** `servers`, `tags`, `externalDocs` and `x-` entries of the documents. */
  header: Record<string, unknown>
  /** Path items in OpenAPI 3.1; every `$ref` points into `components`. */
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, Record<string, unknown>>
  /** Every section but `schemas`. */
  components: Record<string, Record<string, unknown>>
}

/** Everything that emitters need, independent of the document format. All lists are sorted by name or id. */
export interface Contract {
  /** The documents as the user named them, for the first line of each generated file. */
  sources: string[]
  schemas: NamedSchema[]
  operations: Operation[]
  messages: Message[]
  channels: Channel[]
  securitySchemes: { name: string; scheme: Record<string, unknown> }[]
  servers: { name: string; url: string; description: string | null }[]
  constants: Constant[]
  parts: DocumentParts
}
