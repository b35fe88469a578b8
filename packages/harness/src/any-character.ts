import fc from 'fast-check'

/**
 * Any character of Unicode but half a surrogate pair, as the unit of `fc.string`. The units `binary` and
 * `grapheme` of fast-check first build a table of them all, which takes more than a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.nat(0x7f).map((code) => String.fromCharCode(code)),
  fc.nat(0x10_f7ff).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800)),
)
