import type { Operation, ResponseShape } from './surface.ts'

type Headed = Pick<ResponseShape, 'headers'>

type NameOf<Part extends Headed, Schema extends string> = {
  [Name in keyof Part['headers']]: Part['headers'][Name]['schema'] extends Schema ? Name : never
}[keyof Part['headers']] &
  string

/** The name of the header with this schema on a response or message. Throws a `TypeError` without one. */
export function headerName<const Part extends Headed, const Schema extends string>(
  part: Part,
  schema: Schema,
): NameOf<Part, Schema> {
  const entry = Object.entries(part.headers).find(([, header]) => header.schema === schema)
  if (entry) return entry[0] as NameOf<Part, Schema>
  throw new TypeError(
    `Header with schema ${schema} is missing: expected it on the part, received ${Object.keys(part.headers).length} others. Regenerate from the document.`,
  )
}

/** Names of every header that any response of these operations declares, each once. */
export function headerNames(operations: readonly Operation[]): string[] {
  const responses = operations.flatMap((operation) => Object.values(operation.responses))
  return [...new Set(responses.flatMap((response) => Object.keys(response.headers)))]
}
