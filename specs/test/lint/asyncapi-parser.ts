import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Diagnostic } from './validate-asyncapi.ts'

// The thread that `validateAsyncApi` asks: its parser takes a second to load and to compile its schemas.

type ParserModule = {
  Parser: new () => { validate(text: string, at: { source: string }): Promise<Diagnostic[]> }
}

// The parser that `asyncapi validate` runs, of the version that it runs.
const ofTool = createRequire(createRequire(import.meta.url).resolve('@asyncapi/cli/package.json'))
const { Parser } = ofTool('@asyncapi/parser') as ParserModule
const parser = new Parser()

parentPort?.on('message', ({ id, source }: { id: number; source: string }) => {
  const found = readFile(source, 'utf8').then((text) => parser.validate(text, { source }))
  found.then(
    // What it finds has methods of its own; as JSON it is plain.
    (diagnostics) => parentPort?.postMessage({ id, found: JSON.stringify(diagnostics) }),
    (error: Error) => parentPort?.postMessage({ id, failure: error.message }),
  )
})
