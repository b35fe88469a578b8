declare module 'punycode/punycode.es6.js' {
  /** The text of Punycode, without `xn--`. Throws a `RangeError` if it is not Punycode. */
  export function decode(text: string): string
}
