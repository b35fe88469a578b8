/** A gate that lets through only a set number of callers. */
export function createGate<T>() {
  const waiting: ((to: T) => void)[] = []
  let passage: { to: T; left: number } | undefined
  const letPass = () => {
    for (; passage && passage.left > 0 && waiting.length > 0; passage.left -= 1)
      waiting.shift()?.(passage.to)
  }
  return {
    /** Lets the next `count` callers of `pass` through, each with the result `to`. */
    open(to: T, count: number) {
      passage = { to, left: count }
      letPass()
    },
    close() {
      passage = undefined
    },
    /** Resolves when the gate lets this caller through. */
    pass: () =>
      new Promise<T>((resolve) => {
        waiting.push(resolve)
        letPass()
      }),
  }
}
