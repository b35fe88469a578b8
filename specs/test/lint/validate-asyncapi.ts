import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** What the parser of AsyncAPI says of one place of a document. */
export type Diagnostic = {
  code: string
  path: (string | number)[]
  message: string
  /** 0 is an error, 1 a warning, 2 information, 3 a hint. */
  severity: number
  range: { start: { line: number; character: number } }
  /** The file, as an absolute path. */
  source?: string
}

type ParserModule = {
  Parser: new () => { validate(text: string, at: { source: string }): Promise<Diagnostic[]> }
}

let parser: InstanceType<ParserModule['Parser']> | undefined

/** The parser that `asyncapi validate` runs, of the version that it runs; loaded at the first use. */
function loadParser() {
  const ofTool = createRequire(createRequire(import.meta.url).resolve('@asyncapi/cli/package.json'))
  const { Parser } = ofTool('@asyncapi/parser') as ParserModule
  return new Parser()
}

/**
 * What `asyncapi validate` finds in the `asyncapi.yaml` of a folder, in this process: the tool takes
 * two seconds to start.
 */
export async function validateAsyncApi(folder: string): Promise<Diagnostic[]> {
  const source = join(folder, 'asyncapi.yaml')
  parser ??= loadParser()
  return parser.validate(await readFile(source, 'utf8'), { source })
}
