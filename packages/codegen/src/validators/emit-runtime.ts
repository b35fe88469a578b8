import { readFileSync } from 'node:fs'
import type { GeneratedFile } from '../model.ts'

/** In the order of the file. Only readers need those that are `forReaders`. */
const modules = [
  { name: 'issue', isExported: true },
  { name: 'received', isExported: true, forReaders: true },
  { name: 'standard-schema', isExported: true },
  { name: 'shape', isExported: true, forReaders: true },
  { name: 'merge-choice', isExported: false, forReaders: true },
  { name: 'create-parser', isExported: true },
  { name: 'create-reader', isExported: true, forReaders: true },
  { name: 'run-check', isExported: false },
  { name: 'describe-findings', isExported: false },
]

/** `runtime.ts`: the code that the generated parsers share. It imports nothing. */
export function emitRuntime({ hasReaders }: { hasReaders: boolean }): GeneratedFile {
  const used = modules.filter(({ forReaders = false }) => hasReaders || !forReaders)
  return {
    path: 'runtime.ts',
    content: used.map(({ name, isExported }) => readRuntime(name, { isExported })).join('\n'),
  }
}

/** The text of a module of `src/runtime` without its imports, and on demand without `export`. */
export function readRuntime(name: string, { isExported }: { isExported: boolean }): string {
  const text = readFileSync(new URL(`../runtime/${name}.ts`, import.meta.url), 'utf8')
  const own = text.replaceAll(/^import [^']*'[^']*'\n+/gm, '')
  return isExported ? own : own.replaceAll(/^export /gm, '')
}

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
