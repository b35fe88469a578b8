/** The length of a text in Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length - 1; index += 1) {
    const isHigh = (text.charCodeAt(index) & 0xfc00) === 0xd800
    if (!isHigh || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue
    length -= 1
    index += 1
  }
  return length
}
