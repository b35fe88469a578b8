import type { Signals } from '../io.ts'

const names = ['SIGINT', 'SIGTERM'] as const

/**
 * Waits until a signal comes or the function that `begin` gets is called, whichever is first, and says
 * whether it was a signal. A second signal ends the process.
 */
export function untilSignal(
  signals: Signals,
  begin: (finish: () => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isSignal: boolean) => {
      for (const name of names) signals.off(name, interrupt)
      resolve(isSignal)
    }
    const interrupt = () => settle(true)
    for (const name of names) signals.once(name, interrupt)
    begin(() => settle(false))
  })
}
