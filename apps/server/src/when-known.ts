/**
 * Uses a value at once if it is there already, or when it is. On the way of every request a wait for
 * nothing costs more than most steps do.
 */
export function whenKnown<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>) {
  return value instanceof Promise ? value.then(use) : use(value)
}
