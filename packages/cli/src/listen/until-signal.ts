const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Waits until a signal comes or the function that `begin` gets is called, whichever is first, and says
 * whether it was a signal. A second signal ends the process.
 */
export function untilSignal(begin: (finish: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isSignal: boolean) => {
      for (const signal of signals) process.off(signal, interrupt)
      resolve(isSignal)
    }
    const interrupt = () => settle(true)
    for (const signal of signals) process.once(signal, interrupt)
    begin(() => settle(false))
  })
}
