import type { Operation, ResponseShape } from './surface.ts'

type Headed = Pick<ResponseShape, 'headers'>

type NameOf<Part extends Headed, Schema extends string> = {
  [Name in keyof Part['headers']]: Part['headers'][Name]['schema'] extends Schema ? Name : never
}[keyof Part['headers']] &
  string

/** The name of the header that has this schema. Throws a `TypeError` if there is none. */
export function headerName<const Part extends Headed, const Schema extends string>(
  part: Part,
  schema: Schema,
): NameOf<Part, Schema> {
  const entry = Object.entries(part.headers).find(([, header]) => header.schema === schema)
  if (entry) return entry[0] as NameOf<Part, Schema>
  throw new TypeError(`No header has the schema ${schema}. Regenerate from the document.`)
}

/** The distinct names of all headers that these operations declare. */
export function headerNames(operations: readonly Operation[]): string[] {
  const responses = operations.flatMap((operation) => Object.values(operation.responses))
  return [...new Set(responses.flatMap((response) => Object.keys(response.headers)))]
}
