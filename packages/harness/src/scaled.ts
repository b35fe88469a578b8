/**
 * How many cases a test with random input runs: `runs` times `TEST_SCALE`, which is 1 unless set. `test`
 * leaves it at 1, `check` sets 2, `soak` more. Never fewer than one case.
 *
 * @throws {TypeError} if TEST_SCALE is not a positive number.
 */
export function scaled(runs: number, scale = process.env.TEST_SCALE ?? '1'): number {
  const factor = Number(scale)
  if (!(factor > 0 && Number.isFinite(factor)))
    throw new TypeError(`TEST_SCALE must be a positive number, not ${JSON.stringify(scale)}.`)
  return Math.max(1, Math.round(runs * factor))
}
