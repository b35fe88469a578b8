import fc from 'fast-check'
import type { HeaderLine } from '../http/exchange.ts'
import type { Scheme } from './read-operations.ts'

/** A text with its letters in other cases. */
export const inAnyCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((ups) =>
      [...text]
        .map((letter, at) => (ups[at] ? letter.toUpperCase() : letter.toLowerCase()))
        .join(''),
    )

/** The header line by which a scheme carries a key, in every form that is one. */
export function lineOf(scheme: Scheme, key: string): fc.Arbitrary<HeaderLine> {
  if (scheme.type === 'apiKey') return inAnyCase(scheme.name).map((name) => [name, key])
  return fc
    .tuple(inAnyCase('authorization'), inAnyCase('bearer'), fc.integer({ min: 1, max: 3 }))
    .map(([name, word, spaces]) => [name, `${word}${' '.repeat(spaces)}${key}`])
}

/** A key by one of the schemes, or by several of them at once. */
export const linesOf = (schemes: readonly Scheme[], key: string): fc.Arbitrary<HeaderLine[]> =>
  fc
    .shuffledSubarray([...schemes], { minLength: 1 })
    .chain((some) => fc.tuple(...some.map((scheme) => lineOf(scheme, key))))
