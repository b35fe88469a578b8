import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter } from 'vitest/node'

/**
 * Writes what was thrown outside of any test as a separate report, as Vitest's JSON leaves it out though it
 * fails the run.
 */
export function reportUnhandled(): Reporter {
  let root = ''
  return {
    onInit(vitest) {
      root = vitest.config.root
    },
    onTestRunEnd(_, errors) {
      if (errors.length === 0) return
      const testResults = errors.map(({ name, message, stack }) => ({
        name: join(root, 'outside of any test'),
        status: 'failed',
        assertionResults: [],
        message: stack ?? `${name}: ${message}`,
      }))
      const counts = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
      mkdirSync(join(root, 'reports'), { recursive: true })
      writeFileSync(
        join(root, 'reports', `unhandled-${process.pid}.json`),
        JSON.stringify({ ...counts, testResults }),
      )
    },
  }
}
