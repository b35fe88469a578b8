/** A JSON Schema in the 2020-12 dialect, whatever dialect its document was written in. */
export type JsonSchema = boolean | { [keyword: string]: unknown }

/** Where a node stands in the files people edit. */
export interface Location {
  /** As the user gave it or as the `$ref` reached it, relative to the working directory. */
  file: string
  /** JSON Pointer within that file, `''` for its root. */
  pointer: string
  /** 1-based; absent where the file is JSON too large to keep positions for. */
  line?: number
  column?: number
}

/** A schema with a name: a component, a file of its own, or an inline body or header lifted out. */
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

export interface Operation {
  id: string
  method: string
  path: string
  description: string | null
  /** Alternatives; each names the schemes that must all be met. */
  security: string[][]
  requestBody: (Body & { required: boolean }) | null
  responses: Response[]
  location: Location
}

export interface Message {
  /** camelCase TypeScript identifier. */
  id: string
  /** The name on the wire, such as `submission.updated`. */
  name: string
  description: string | null
  contentType: string
  payload: string
  headers: Header[]
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
}
