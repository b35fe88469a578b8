import type { ChildProcess } from 'node:child_process'

/**
 * Stops Turborepo and its tasks. Repeats SIGTERM, because Turborepo ignores it until its tasks run. Sends
 * SIGKILL after `patienceMs`.
 */
export function stopTurbo(
  turbo: ChildProcess,
  { isGroup = false, patienceMs = Number.POSITIVE_INFINITY } = {},
): void {
  const { pid } = turbo
  if (pid === undefined) return
  const sinceMs = performance.now()
  const insist = () => {
    if (turbo.exitCode !== null || turbo.signalCode !== null) return clearInterval(timer)
    const isLate = performance.now() - sinceMs > patienceMs
    process.kill(isGroup ? -pid : pid, isLate ? 'SIGKILL' : 'SIGTERM')
  }
  const timer = setInterval(insist, 250)
  insist()
}
