import type { CheckTexts } from '../src/engine/check.ts'
import type { ReceiverPauses } from '../src/index.ts'

/** Pauses for a receiver in this process, which answers at once and acts before it answers. */
export const quickPauses: Partial<ReceiverPauses> = {
  slowBodyMs: 10,
  halfBodyMs: 100,
  effectsPollMs: 5,
  effectsQuietMs: 20,
}

const share = 8

/**
 * The ids in `always`, and an eighth of all others. The eighth depends on `index`, so that eight targets in
 * a row meet every check. `test/soak` runs every check against every target.
 */
export const sampleChecks = (
  checks: readonly CheckTexts[],
  { index, always = [] }: { index: number; always?: readonly string[] },
): string[] =>
  checks
    .filter(({ id }, at) => always.includes(id) || at % share === index % share)
    .map(({ id }) => id)
