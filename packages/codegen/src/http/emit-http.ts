import type { GeneratedFile } from '../model.ts'
import { readRuntime } from '../validators/emit-runtime.ts'

const bound = `import { operations } from './constants.ts'
import type { operations as Operations } from './openapi.ts'
import { requestParsers, responseParsers } from './parsers.ts'
import type { Issue, ParseResult } from './runtime.ts'

const contract: HttpContract = { operations, requestParsers, responseParsers }

/** A function per operation. */
export type Handlers = OperationHandlers<Operations>

/** Answers requests by the operations of the document, with one function for each. */
export const serve = (handlers: Handlers): ((request: Request) => Promise<Response>) =>
  createRoutes(contract, handlers)

/** The body of an answer, as its reader takes it. Not ok for a status that is not documented. */
export const readResponse = <Id extends keyof Operations & string>(
  id: Id,
  status: number,
  body: unknown,
): ParseResult<unknown> => readAnswer(contract, { id, status, body })
`

/** `http.ts`: serves the operations of the document, and reads what they answer. */
export function emitHttp(): GeneratedFile {
  return { path: 'http.ts', content: `${bound}\n${readRuntime('http', { isExported: true })}` }
}
