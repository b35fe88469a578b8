export type Gate<T> = {
  /** Lets so many pass from now on, and gives each of them `to`. */
  open(to: T, count: number): void
  close(): void
  /** Resolves when it is open and somebody may still pass. */
  pass(): Promise<T>
}

/** What those who wait for each other go through. */
export function createGate<T>(): Gate<T> {
  const waiting: ((to: T) => void)[] = []
  let passage: { to: T; left: number } | undefined
  const letPass = () => {
    while (passage && passage.left > 0 && waiting.length > 0) {
      passage.left -= 1
      waiting.shift()?.(passage.to)
    }
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
