import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

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

type Answer = { id: number } & ({ found: string } | { failure: string })
type Waiting = { resolve(found: Diagnostic[]): void; reject(error: Error): void }

let thread: Worker | undefined
const waiting = new Map<number, Waiting>()
let asked = 0

/**
 * What `asyncapi validate` finds in the `asyncapi.yaml` of a folder, by the same parser in a thread that
 * stays for the next call: the tool itself takes two seconds to start.
 */
export function validateAsyncApi(folder: string): Promise<Diagnostic[]> {
  thread ??= startThread()
  const id = ++asked
  const answer = new Promise<Diagnostic[]>((resolve, reject) =>
    waiting.set(id, { resolve, reject }),
  )
  // Only who waits for an answer keeps the process alive.
  thread.ref()
  thread.postMessage({ id, source: join(folder, 'asyncapi.yaml') })
  return answer
}

function startThread(): Worker {
  const started = new Worker(new URL('./asyncapi-parser.ts', import.meta.url))
  started.on('message', (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? {}
    waiting.delete(answer.id)
    if (waiting.size === 0) started.unref()
    if ('found' in answer) resolve?.(JSON.parse(answer.found))
    else reject?.(new Error(answer.failure))
  })
  started.on('error', (error) => {
    thread = undefined
    for (const { reject } of waiting.values()) reject(error as Error)
    waiting.clear()
  })
  return started
}
