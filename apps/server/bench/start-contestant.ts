import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server of the bench in a process of its own. */
export type Contestant = {
  name: string
  origin: string
  /** What else it reported when it began to listen. */
  details: Record<string, unknown>
  /** CPU time that it has used so far, in microseconds, user and system. */
  cpuUs(): Promise<number>
  stop(): Promise<void>
}

/** Starts `<file>.ts`; resolves when it listens. */
export async function startContestant(
  file: string,
  { name, args = [] }: { name: string; args?: string[] },
): Promise<Contestant> {
  const path = fileURLToPath(new URL(`${file}.ts`, import.meta.url))
  const child = fork(path, args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--conditions=@partner-platform/source'],
    // What a server logs goes nowhere, but it is written.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  // Also when nobody waits for a message: a server that ends because it is told to is no failure.
  const failed = ended.then(([code]) => {
    throw new Error(`${name} ended early with exit code ${code}. Start it alone to see why.`)
  })
  failed.catch(() => {})
  const nextMessage = async <T>() =>
    new Promise<T>((resolve, reject) => {
      child.once('message', resolve as (message: unknown) => void)
      failed.catch(reject)
    })
  const { origin, ...details } = await nextMessage<{ origin: string }>()
  return {
    name,
    origin,
    details,
    async cpuUs() {
      child.send('cpu')
      const { cpu } = await nextMessage<{ cpu: NodeJS.CpuUsage }>()
      return cpu.user + cpu.system
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}
