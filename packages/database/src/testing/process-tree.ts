import { execFileSync } from 'node:child_process'

/** Sends a signal to a process and its descendants; returns the ids of those that existed. */
export function signalTree(root: number, signal: NodeJS.Signals): number[] {
  // It must not start others, nor clean up after the first that has ended, during the search for the rest.
  process.kill(root, 'SIGSTOP')
  const tree = [root, ...descendantsOf(root)]
  for (const pid of tree.toReversed()) sendSignal(pid, signal)
  return tree
}

/** The processes that exist and can run. */
export function findRunning(pids: readonly number[]): number[] {
  const wanted = new Set(pids)
  return listProcesses()
    .filter(({ pid, state }) => wanted.has(pid) && !/^[TZX]/.test(state))
    .map(({ pid }) => pid)
}

function descendantsOf(root: number): number[] {
  const all = listProcesses()
  const found = [root]
  for (const parent of found) {
    found.push(...all.filter((process) => process.parent === parent).map(({ pid }) => pid))
  }
  return found.slice(1)
}

function listProcesses(): { pid: number; parent: number; state: string }[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), state: state ?? '' }
    })
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
