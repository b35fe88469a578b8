const forbidden = [
  /\brequire\s*\(/,
  /\bimport\b/,
  /\beval\b/,
  /\bnew Function\b/,
  /\bprocess\b/,
  /\bglobalThis\b/,
]

/** Texts in any quotes. Generated functions hold no regular expression that could look like one. */
const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g

/** Throws when generated functions import something, or build code at run time. Texts in them may say what they like. */
export function assertStandalone(code: string): void {
  const bare = code.replaceAll(texts, '""')
  const found = forbidden.find((pattern) => pattern.test(bare))
  if (found === undefined) return
  throw new Error(
    `validators.js is wrong: expected code that stands alone, received ${found.source}. Replace what brings it in, in src/validators.`,
  )
}
