import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '@partner-platform/dev/workspaces'
import type { Figure } from '../show/to-figures.ts'
import type { SoakOptions } from './soak-options.ts'

type Say = (line: string) => void

/** Runs `test:soak` of every package that has it, one after the other. */
export async function soakProperties({ scale, seed }: SoakOptions, say: Say): Promise<Figure> {
  say(`property tests with ${scale} times the random cases`)
  const turbo = spawn('turbo', ['run', 'test:soak', '--concurrency=1', '--continue'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_SCALE: String(scale), SEED: String(seed) },
  })
  const stop = () => void turbo.kill('SIGTERM')
  process.once('exit', stop)
  const [code] = await once(turbo, 'exit').finally(() => process.off('exit', stop))
  const outcome = `${scale} times the random cases: ${code === 0 ? 'all passed' : 'failed'}`
  return { what: 'property tests', outcome, ok: code === 0 }
}
