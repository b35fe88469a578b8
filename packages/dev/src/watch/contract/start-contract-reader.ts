import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Each problem has its place, its rule, what to write instead, and the lines around it. */
export type ContractReading = { problems: string[] }

/** Documents by id, with no `$ref` to another file. */
export type Bundles = Record<string, Record<string, unknown>>

/** `read` checks the contract; `ids` bundles documents, as last read; `document` renders a Redoc page. */
export type Question = 'read' | { ids: readonly string[] } | { document: unknown }

type Answer = { result: unknown } | { failure: string }

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))

export type ContractReader = ReturnType<typeof startContractReader>

/** A process that checks the contract in a folder and keeps its tools loaded. */
export function startContractReader(folder: string, ids: readonly string[]) {
  const child = fork(worker, [], {
    cwd: folder,
    execArgv: ['--conditions=@partner-platform/source'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that checks the contract stopped. Start dev again.')
  })
  ended.catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  const ask = (question: Question) => {
    const answer = last.then(async () => {
      const answered = once(child, 'message')
      child.send(question)
      const [said] = (await Promise.race([answered, ended])) as [Answer]
      if ('failure' in said) throw new Error(said.failure)
      return said.result
    })
    last = answer.catch(() => {})
    return answer
  }
  return {
    read: () => ask('read') as Promise<ContractReading>,
    /** Its documents, if the last read found no problem. */
    bundle: () => ask({ ids }) as Promise<Bundles>,
    /** A bundled document as a Redoc page that works offline. */
    renderRedoc: (document: unknown) => ask({ document }) as Promise<string>,
    close() {
      if (child.connected) child.disconnect()
    },
  }
}
