type Parts = { expected: string; received: string; next: string }

/** The `TypeError` for a mistake in the program, in the words that every error of the package uses. */
export const mistake = (problem: string, { expected, received, next }: Parts): TypeError =>
  new TypeError(`${problem}: expected ${expected}, received ${received}. ${next}.`)
