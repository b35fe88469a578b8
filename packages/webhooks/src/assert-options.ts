/** Throws a `TypeError` where no object was passed as `options`. */
export function assertOptions(options: unknown): asserts options is object {
  if (typeof options === 'object' && options !== null) return
  const received = options === null ? 'null' : typeof options
  throw new TypeError(
    `options is unusable: expected an object, received ${received}. Pass the options.`,
  )
}
