import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type RunningServer = { operatorUrl: string; stop(): Promise<void> }

const main = join(import.meta.dirname, '../src/main.ts')

/** The reference platform as a process of its own, without its log. */
export async function startServerProcess(env: Record<string, string>): Promise<RunningServer> {
  const child = spawn(process.execPath, ['--conditions=@partner-platform/source', main], {
    env: { PATH: process.env.PATH, PORT: '0', OPERATOR_PORT: '0', SERVER_LOG: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const [, operatorUrl] = /Operator surface ready: (\S+?)(?:,|\n)/.exec(said) ?? []
    if (operatorUrl === undefined) continue
    return {
      operatorUrl,
      async stop() {
        child.kill('SIGTERM')
        await exited
      },
    }
  }
  throw new Error('The server ended before it was ready.')
}
