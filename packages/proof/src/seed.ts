/** Replays a run: `SEED=<number> vitest run …`. Of its own accord each run has another one. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

if (!Number.isSafeInteger(seed)) throw new TypeError('SEED is invalid: expected a whole number.')
console.log(`SEED=${seed}`)
