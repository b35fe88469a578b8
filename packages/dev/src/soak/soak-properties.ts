import { spawnSync } from 'node:child_process'
import { root } from '../workspaces.ts'
import type { SoakOptions } from './soak-options.ts'

/** Runs `test:soak` of every package that has it, one after the other. */
export function soakProperties({ scale, seed }: SoakOptions, say: (line: string) => void) {
  say(`property tests with ${scale} times the random cases`)
  const { status } = spawnSync('turbo', ['run', 'test:soak', '--concurrency=1', '--continue'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_SCALE: String(scale), SEED: String(seed) },
  })
  const outcome = `${scale} times the random cases: ${status === 0 ? 'all passed' : 'failed'}`
  return { what: 'property tests', outcome, ok: status === 0 }
}
