export type Gate<T> = {
  /** Lets the next `count` callers of `pass` through, each with the result `to`. */
  open(to: T, count: number): void
  close(): void
  /** Resolves when the gate lets this caller through. */
  pass(): Promise<T>
}

export function createGate<T>(): Gate<T> {
  const waiting: ((to: T) => void)[] = []
  let passage: { to: T; left: number } | undefined
  const letPass = () => {
    for (; passage && passage.left > 0 && waiting.length > 0; passage.left -= 1)
      waiting.shift()?.(passage.to)
  }
  return {
    open(to, count) {
      passage = { to, left: count }
      letPass()
    },
    close() {
      passage = undefined
    },
    pass: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        letPass()
      }),
  }
}
