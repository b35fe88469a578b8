import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Printed } from './run-redocly.ts'
import { specsRequire } from './specs-require.ts'

type ParserModule = {
  Parser: new () => {
    validate(text: string, options: { source: string }): Promise<unknown[]>
  }
}

// What `asyncapi validate` itself asks, in the version that it asks.
const { Parser } = createRequire(specsRequire.resolve('@asyncapi/cli/package.json'))(
  '@asyncapi/parser',
) as ParserModule

// One for all runs: it compiles the schema of AsyncAPI once.
const parser = new Parser()

/** What `asyncapi validate` finds in the working directory, printed as it prints it. */
export async function validateAsyncApi(file = 'asyncapi.yaml'): Promise<Printed> {
  const found = await parser.validate(readFileSync(file, 'utf8'), { source: file })
  return { stdout: JSON.stringify(found), stderr: '' }
}
